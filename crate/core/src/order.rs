//! Sorting, once: the standard library's sort is made anew for every element type and every comparison,
//! 5 kB of wasm each time. Here positions are sorted, by one copy of it. It must never be unstable.

mod map;

use std::cmp::Ordering;

pub use map::{Map, Set};

/// Positions `0..len` in the order that `compare` gives; equals stay as they were.
#[must_use]
pub fn positions(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.sort_by(|a, b| compare(*a as usize, *b as usize));
    order
}

/// Sorts a list.
pub fn sort_by<T>(list: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = positions(list.len(), &|a, b| match (list.get(a), list.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    // Each element is taken out once and put where its position stands.
    let mut taken: Vec<Option<T>> = list.drain(..).map(Some).collect();
    list.extend(order.into_iter().filter_map(|at| taken.get_mut(at as usize).and_then(Option::take)));
}

/// Sorts a list by what its elements are.
pub fn sort<T: Ord>(list: &mut Vec<T>) {
    sort_by(list, T::cmp);
}

/// Sorts a list by a key.
pub fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by a key that counts up from 0 and stays below `keys`; equals stay as they were. Takes time by how many there
/// are of both.
#[must_use]
pub fn counted(list: Vec<u32>, keys: usize, key: &dyn Fn(u32) -> usize) -> Vec<u32> {
    let mut starts = vec![0_u32; keys + 1];
    for one in &list {
        if let Some(count) = starts.get_mut(key(*one) + 1) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut sorted = vec![0; list.len()];
    for one in list {
        let Some(start) = starts.get_mut(key(one)) else { continue };
        if let Some(slot) = sorted.get_mut(*start as usize) {
            *slot = one;
        }
        *start += 1;
    }
    sorted
}

/// Texts of a page and a number for each: the one kind of tree, for what may be a hundred thousand.
pub type Words = std::collections::BTreeMap<Box<str>, u32>;

/// A list that is looked up by key; several entries may have one key.
#[derive(Debug, Clone)]
pub struct Lookup<K, V>(Vec<(K, V)>);

impl<K, V> Default for Lookup<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> Lookup<K, V> {
    /// All entries with a key, in the order they came.
    pub fn all<Q: Ord + ?Sized>(&self, key: &Q) -> impl Iterator<Item = &V>
    where
        K: std::borrow::Borrow<Q>,
    {
        let from = self.0.partition_point(|(known, _)| known.borrow() < key);
        let rest = self.0.get(from..).unwrap_or(&[]);
        rest.iter().take_while(move |(known, _)| known.borrow() == key).map(|(_, value)| value)
    }

    /// The first entry with a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.all(key).next()
    }

    /// Is there an entry with this key?
    pub fn has<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: std::borrow::Borrow<Q>,
    {
        self.get(key).is_some()
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for Lookup<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut list: Vec<(K, V)> = entries.into_iter().collect();
        sort_by(&mut list, |a, b| a.0.cmp(&b.0));
        Self(list)
    }
}

/// Values by a number that counts up from 0.
#[derive(Debug, Clone)]
pub struct Slots<T>(Vec<Option<T>>);

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Clone> Slots<T> {
    /// The value of a number.
    #[must_use]
    pub fn get(&self, at: u32) -> Option<T> {
        self.0.get(at as usize).cloned().flatten()
    }

    /// Sets it.
    pub fn set(&mut self, at: u32, value: T) {
        let at = at as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        if let Some(slot) = self.0.get_mut(at) {
            *slot = Some(value);
        }
    }

    /// Takes the value of a number away.
    pub fn unset(&mut self, at: u32) {
        if let Some(slot) = self.0.get_mut(at as usize) {
            *slot = None;
        }
    }

    /// Empties all.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn looks_up_and_keeps_the_order_of_equals() {
        let lookup: Lookup<String, u32> =
            [("b", 1), ("a", 2), ("b", 3)].map(|(k, v)| (k.to_owned(), v)).into_iter().collect();
        assert_eq!(lookup.all("b").copied().collect::<Vec<_>>(), [1, 3]);
        assert_eq!(lookup.get("a"), Some(&2));
        assert!(!lookup.has("c"));
        let mut slots = Slots::default();
        slots.set(3, "x");
        assert_eq!((slots.get(3), slots.get(2), slots.get(9)), (Some("x"), None, None));
    }

    proptest! {
        #[test]
        fn sorts_as_the_standard_library_does(list in proptest::collection::vec((0u8..9, 0u32..99), 0..60)) {
            let mut ours = list.clone();
            let mut theirs = list.clone();
            sort_by_key(&mut ours, |one| one.0);
            theirs.sort_by_key(|one| one.0);
            prop_assert_eq!(&ours, &theirs);
            let places: Vec<u32> = (0..list.len() as u32).collect();
            let key = |at: u32| usize::from(list[at as usize].0);
            let placed: Vec<_> = counted(places, 9, &key).iter().map(|at| list[*at as usize]).collect();
            prop_assert_eq!(&placed, &theirs);
            sort(&mut ours);
            theirs.sort();
            prop_assert_eq!(ours, theirs);
        }
    }
}
