//! Which elements facts have touched since somebody began to ask: what a comparison has to look at, and no more. It must
//! never leave out an element whose own facts, texts or children are different.

use onecall_protocol::Handle;

use super::Dom;
use crate::limits;

/// Elements that facts have touched. An element may stand several times.
#[derive(Debug, Clone, Default)]
pub struct Touched {
    /// All of them, or too many to tell.
    pub all: bool,
    /// Whose own facts or list of children came anew.
    pub own: Vec<Handle>,
    /// That came, or were read anew in another place.
    pub fresh: Vec<Handle>,
    /// That went.
    pub gone: Vec<Handle>,
}

impl Touched {
    /// Nothing is as it was.
    #[must_use]
    pub fn everything() -> Self {
        Self { all: true, ..Self::default() }
    }

    fn bound(&mut self) {
        if self.own.len() + self.fresh.len() + self.gone.len() > limits::TOUCHED {
            *self = Self::everything();
        }
    }
}

impl Dom {
    /// From now on notes what facts touch, or no longer.
    pub fn note_touched(&mut self, on: bool) {
        self.touched = on.then(Touched::default);
    }

    /// What they have touched since; nothing where that is not noted.
    #[must_use]
    pub fn touched(&self) -> Option<&Touched> {
        self.touched.as_ref()
    }

    pub(super) fn mark(&mut self, handle: Handle, list: fn(&mut Touched) -> &mut Vec<Handle>) {
        if let Some(touched) = self.touched.as_mut().filter(|touched| !touched.all) {
            list(touched).push(handle);
            touched.bound();
        }
    }
}
