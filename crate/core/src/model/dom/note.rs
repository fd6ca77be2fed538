//! What the mirror remembers of elements as it reads them. It must never stand for what an element is now: an attribute
//! may have changed since.

/// What the mirror remembers of elements as it reads them, so that nobody has to walk it for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Note {
    /// It had an `id`.
    Id,
    /// It had a `for`.
    For,
    /// It had an `aria-owns`.
    Owns,
    /// It matched `:modal`.
    Modal,
    /// Its `text-transform` differs from its parent's.
    Transform,
    /// Something keeps it from being painted.
    Unpainted,
    /// It was a frame that the page cannot read.
    Foreign,
    /// It belongs to a form that is not around it.
    Form,
    /// It had an `aria-hidden`.
    AriaHidden,
}

impl Note {
    /// The attribute it is about, where it is about one.
    #[must_use]
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::For => "for",
            Self::Owns => "aria-owns",
            Self::AriaHidden => "aria-hidden",
            Self::Modal | Self::Transform | Self::Unpainted | Self::Foreign | Self::Form => "",
        }
    }

    pub(super) const fn bit(self) -> u16 {
        1 << self as u8
    }

    pub(super) const ALL: [Self; 9] = [
        Self::Id,
        Self::For,
        Self::Owns,
        Self::Modal,
        Self::Transform,
        Self::Unpainted,
        Self::Foreign,
        Self::Form,
        Self::AriaHidden,
    ];
}
