//! What counts for how much in search. Numbers only.

use super::lexicon::FIELDS;

/// The weights. The defaults were found on half of the queries of seven public sets (`search-bench`); around them the
/// figures are flat, so none of them is finer than the sets can tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Per field: name, description, arguments, ancestors, text, examples.
    pub fields: [f32; FIELDS],
    /// Per field, how much length counts against it, from 0 to 1.
    pub length: [f32; FIELDS],
    /// Where more occurrences stop counting.
    pub k1: f32,
    /// A word of asking (`help`, `want`).
    pub weak: f32,
    /// A word's every further occurrence in the query.
    pub again: f32,
    /// Share of a word of like meaning.
    pub kin: f32,
    /// Share of a longer word for its beginning.
    pub prefix: f32,
    /// Share of a part for the compound.
    pub split: f32,
    /// Share of a word one edit away.
    pub one_edit: f32,
    /// Share of a word two edits away.
    pub two_edits: f32,
    /// Share of a word that only looks alike.
    pub alike: f32,
    /// How much the best sentence of a query counts beside the whole: a text of several requests is several requests.
    pub sentence: f32,
    /// What an entry gains when the query has its whole name, as a share of its score.
    pub cover: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            fields: [2.5, 1.0, 0.8, 1.3, 1.0, 0.4],
            length: [0.6, 0.75, 0.6, 0.9, 0.75, 0.75],
            k1: 0.8,
            weak: 0.4,
            again: 0.1,
            kin: 0.4,
            prefix: 0.7,
            split: 0.7,
            one_edit: 0.6,
            two_edits: 0.5,
            alike: 0.5,
            sentence: 0.4,
            cover: 0.4,
        }
    }
}

impl Weights {
    /// The weight of that name, to be changed by the bench; `field0` to `field5` and `length0` to `length5` for the lists.
    pub fn named(&mut self, name: &str) -> Option<&mut f32> {
        let numbered = |start: &str| name.strip_prefix(start).and_then(|n| n.parse::<usize>().ok());
        if let Some(field) = numbered("field") {
            return self.fields.get_mut(field);
        }
        if let Some(field) = numbered("length") {
            return self.length.get_mut(field);
        }
        Some(match name {
            "k1" => &mut self.k1,
            "weak" => &mut self.weak,
            "again" => &mut self.again,
            "kin" => &mut self.kin,
            "prefix" => &mut self.prefix,
            "split" => &mut self.split,
            "one_edit" => &mut self.one_edit,
            "two_edits" => &mut self.two_edits,
            "alike" => &mut self.alike,
            "sentence" => &mut self.sentence,
            "cover" => &mut self.cover,
            _ => return None,
        })
    }
}
