//! The scores of all entries while a query is counted: in all, and sentence by sentence. It knows numbers only.

/// Scores by slot.
pub struct Board {
    /// In all.
    pub scores: Vec<f32>,
    sentences: Vec<Vec<f32>>,
    current: Vec<f32>,
    touched: Vec<u32>,
}

impl Board {
    /// A board for so many slots and sentences.
    pub fn new(slots: usize, sentences: usize) -> Self {
        let sentences = if sentences > 1 { vec![vec![0.0; slots]; sentences] } else { Vec::new() };
        Self { scores: vec![0.0; slots], sentences, current: vec![0.0; slots], touched: Vec::new() }
    }

    /// Offers an entry a gain for the word being counted; the best offer counts.
    pub fn offer(&mut self, slot: u32, gain: f32) {
        let Some(best) = usize::try_from(slot).ok().and_then(|slot| self.current.get_mut(slot)) else { return };
        if *best == 0.0 {
            self.touched.push(slot);
        }
        *best = best.max(gain);
    }

    /// Ends a word that stands in these sentences (one bit each).
    pub fn settle(&mut self, sentences: u32) {
        for slot in self.touched.drain(..) {
            let Ok(slot) = usize::try_from(slot) else { continue };
            let Some(gain) = self.current.get_mut(slot).map(std::mem::take) else { continue };
            if let Some(score) = self.scores.get_mut(slot) {
                *score += gain;
            }
            let mut bits = sentences;
            while bits != 0 {
                let at = usize::try_from(bits.trailing_zeros()).unwrap_or(0);
                bits &= bits - 1;
                if let Some(score) = self.sentences.get_mut(at).and_then(|sentence| sentence.get_mut(slot)) {
                    *score += gain;
                }
            }
        }
    }

    /// Lets an entry's best sentence count for `share` of its score. A sentence is measured by its own best entry, so
    /// that each has its say, and by that entry's score, so that `Thank you.` has little.
    pub fn mix(&mut self, share: f32) {
        let best = |scores: &[f32]| scores.iter().copied().fold(0.0, f32::max);
        let tops: Vec<f32> = self.sentences.iter().map(|scores| best(scores)).collect();
        let (top, whole) = (best(&tops), best(&self.scores));
        if top <= 0.0 {
            return;
        }
        let mut finest = vec![0.0_f32; self.scores.len()];
        for (scores, own) in self.sentences.iter().zip(tops).filter(|(_, own)| *own > 0.0) {
            // The fourth root: a sentence with a sixteenth of the substance still has half the say.
            let factor = (own / top).sqrt().sqrt() / own;
            for (finest, score) in finest.iter_mut().zip(scores) {
                *finest = finest.max(score * factor);
            }
        }
        for (score, finest) in self.scores.iter_mut().zip(finest) {
            *score = *score * (1.0 - share) + whole * finest * share;
        }
    }

    /// Entries with a score, in order of slots.
    pub fn scored(&self) -> impl Iterator<Item = (u32, f32)> {
        let slots = self.scores.iter().enumerate().filter(|(_, score)| **score > 0.0);
        slots.filter_map(|(slot, score)| Some((u32::try_from(slot).ok()?, *score)))
    }

    /// The highest score.
    pub fn top(&self) -> f32 {
        self.scores.iter().copied().fold(0.0, f32::max)
    }

    /// Changes one score.
    pub fn change(&mut self, slot: u32, change: impl FnOnce(f32) -> f32) {
        if let Some(score) = usize::try_from(slot).ok().and_then(|slot| self.scores.get_mut(slot)) {
            *score = change(*score);
        }
    }
}
