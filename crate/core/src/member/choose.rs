//! Which things of a group a query means, in which order. It must never look for columns that are not there and find
//! nothing: what is wrong is said, also where there is nothing to look at.

use super::place::Group;
use super::query;
use super::tree::Tree;
use crate::model::outline::ThingId;

impl Tree {
    /// The things of a group after its query.
    ///
    /// # Errors
    /// What is wrong with the query, in words.
    pub fn apply_query(&self, group: &Group) -> Result<Vec<ThingId>, String> {
        let mut things = group.things.clone();
        // Also where there is nothing to look at: what is wrong must not look like a search that found nothing.
        let known = self.group_columns(group);
        let sorted = group.query.sort.iter().map(|(column, _)| column);
        for column in group.query.filter.iter().map(|(column, _)| column).chain(sorted) {
            let always =
                matches!(column.as_str(), "key" | "label") || Self::more_columns(group.kind).contains(&column.as_str());
            let folded = super::keys::fold(column);
            if things.is_empty() && !always && !known.iter().any(|name| super::keys::fold(name) == folded) {
                return Err(self.no_column(group, column));
            }
        }
        for (_, condition) in &group.query.filter {
            query::meets("", condition)?;
        }
        for (column, condition) in &group.query.filter {
            let mut kept = Vec::new();
            for thing in things {
                let text = self.column_text(thing, column).ok_or_else(|| self.no_column(group, column))?;
                if query::meets(&text, condition)? {
                    kept.push(thing);
                }
            }
            things = kept;
        }
        if let Some(text) = &group.query.text {
            let wanted = text.to_lowercase();
            things.retain(|thing| self.whole_text(*thing).to_lowercase().contains(&wanted));
        }
        if let Some((column, down)) = &group.query.sort {
            let mut keyed = Vec::with_capacity(things.len());
            for thing in things {
                let text = self.column_text(thing, column).ok_or_else(|| self.no_column(group, column))?;
                keyed.push((text, thing));
            }
            crate::order::sort_by(&mut keyed, |a, b| {
                let order = query::compare_values(&a.0, &b.0);
                if *down { order.reverse() } else { order }
            });
            things = keyed.into_iter().map(|(_, thing)| thing).collect();
        }
        if let Some(key) = &group.query.after {
            let is_it = |id: &ThingId| self.key(*id) == *key || self.label(*id) == *key;
            let mut at = things.iter().position(is_it);
            // It may have left the choice meanwhile; without another order its place in the list still says where to go on.
            if let (None, None, Some(place)) = (at, &group.query.sort, group.things.iter().position(is_it)) {
                let before = group.things.get(..=place).unwrap_or(&[]);
                things.retain(|id| !before.contains(id));
                things.insert(0, group.of);
                at = Some(0);
            }
            let at = at.ok_or_else(|| {
                let key = crate::path::visible::quote(key);
                format!("{key} is not here any more, so nothing comes after it; read from the beginning")
            })?;
            things.drain(..=at);
        }
        if let Some(slice) = group.query.slice {
            let (from, to) = query::range(slice, things.len());
            things = things.get(from..to).unwrap_or(&[]).to_vec();
        }
        Ok(things)
    }

    /// What is said of a column that a group does not have.
    #[must_use]
    pub fn no_column(&self, group: &Group, column: &str) -> String {
        let shown = self.group_columns(group);
        let more: &[&str] = if shown.is_empty() { Self::more_columns(group.kind) } else { &[] };
        let known = shown.iter().map(String::as_str).chain(more.iter().copied());
        let known: Vec<String> = known.map(crate::path::visible::quote).collect();
        format!("there is no column {}; there are {}", crate::path::visible::quote(column), known.join(", "))
    }
}
