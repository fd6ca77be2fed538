//! A map and a set in the order of their keys: the standard library's tree costs 7 kB of wasm for every pair of
//! types. An entry is put in by moving those behind it, so they are for some thousand entries; what holds the words of
//! a page is a tree of the standard library.

use std::borrow::Borrow;

/// A map of some thousand entries.
#[derive(Debug, Clone)]
pub struct Map<K, V>(Vec<(K, V)>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> Map<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Changes the value of a key, made where there is none.
    pub fn update(&mut self, key: K, make: impl FnOnce() -> V, change: impl FnOnce(&mut V)) {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (key, make()));
                at
            }
        };
        if let Some((_, value)) = self.0.get_mut(at) {
            change(value);
        }
    }

    /// Is there this key?
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Err(at) => self.0.insert(at, (key, value)),
            Ok(at) => {
                if let Some((_, known)) = self.0.get_mut(at) {
                    *known = value;
                }
            }
        }
    }

    /// Takes a key out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        Some(self.0.remove(at).1)
    }
}

impl<K, V> Map<K, V> {
    /// How many entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the entries that are wanted.
    pub fn retain(&mut self, wanted: impl Fn(&K, &V) -> bool) {
        self.0.retain(|(key, value)| wanted(key, value));
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// All entries, their values to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }
}

impl<K, V> IntoIterator for Map<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        entries.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

/// A set of some thousand keys.
#[derive(Debug, Clone)]
pub struct Set<K>(Map<K, ()>);

impl<K> Default for Set<K> {
    fn default() -> Self {
        Self(Map::default())
    }
}

impl<K: Ord> Set<K> {
    /// Is there this key?
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.contains_key(key)
    }

    /// Puts a key in; true where it was not there.
    pub fn insert(&mut self, key: K) -> bool {
        let before = self.0.len();
        self.0.insert(key, ());
        self.0.len() > before
    }

    /// Puts several keys in.
    pub fn extend(&mut self, keys: impl Iterator<Item = K>) {
        keys.for_each(|key| _ = self.insert(key));
    }

    /// Takes a key out; true where it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.0.remove(key).is_some()
    }
}

impl<K> Set<K> {
    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the keys that are wanted.
    pub fn retain(&mut self, wanted: impl Fn(&K) -> bool) {
        self.0.retain(|key, ()| wanted(key));
    }

    /// All keys.
    pub fn iter(&self) -> impl Iterator<Item = &K> {
        self.0.keys()
    }
}

impl<K: Ord> FromIterator<K> for Set<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        Self(keys.into_iter().map(|key| (key, ())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// The same deeds leave the same entries as in the standard library's map.
        #[test]
        fn is_a_map(deeds in proptest::collection::vec((0u8..4, 0u32..20, 0u32..99), 0..80)) {
            let mut ours: Map<u32, u32> = Map::default();
            let mut theirs: BTreeMap<u32, u32> = BTreeMap::new();
            for (deed, key, value) in deeds {
                match deed {
                    0 => prop_assert_eq!(ours.remove(&key), theirs.remove(&key)),
                    1 => {
                        ours.update(key, || 7, |known| *known += value);
                        *theirs.entry(key).or_insert(7) += value;
                    }
                    2 => {
                        ours.retain(|_, known| known % 3 != value % 3);
                        theirs.retain(|_, known| *known % 3 != value % 3);
                    }
                    _ => {
                        ours.insert(key, value);
                        theirs.insert(key, value);
                    }
                }
                prop_assert_eq!(ours.get(&key), theirs.get(&key));
                prop_assert_eq!(ours.contains_key(&key), theirs.contains_key(&key));
                prop_assert_eq!(ours.len(), theirs.len());
            }
            let set: Set<u32> = theirs.keys().rev().copied().collect();
            prop_assert!(set.iter().eq(theirs.keys()));
            prop_assert!(ours.iter().eq(theirs.iter()));
            prop_assert!(ours.into_iter().eq(theirs));
        }
    }
}
