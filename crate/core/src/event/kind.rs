//! Kinds of events, with their names and weights. It must never know where an event came from.

macro_rules! kinds {
    ($($id:ident $name:literal $weight:literal $ours:literal $doc:literal;)*) => {
        /// What happened.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Kind { $(#[doc = $doc] $id,)* }

        impl Kind {
            /// All, as the help lists them.
            pub const ALL: &'static [Kind] = &[$(Kind::$id,)*];
            /// As answers write it.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Kind::$id => $name,)* } }
            /// What it tells of.
            #[must_use]
            pub const fn meaning(self) -> &'static str { match self { $(Kind::$id => $doc,)* } }
            /// How much it matters when there is no room for all.
            #[must_use]
            pub const fn weight(self) -> u8 { match self { $(Kind::$id => $weight,)* } }
            /// The text is made of our words; page text in it is quoted already.
            #[must_use]
            pub const fn is_ours(self) -> bool { match self { $(Kind::$id => $ours,)* } }
        }
    };
}

kinds! {
    JsAlert "js:alert" 6 false "A JS `alert` opened during an act.";
    JsConfirm "js:confirm" 6 false "A JS `confirm` opened during an act.";
    JsPrompt "js:prompt" 6 false "A JS `prompt` opened during an act.";
    Approval "approval" 6 true "A person decided.";
    Alert "alert" 5 false "An alert of the page.";
    Navigated "navigated" 4 false "The document is at another address.";
    Notify "notify" 4 false "An app that the page published says something.";
    Tools "tools" 3 true "Tools or collections came or went.";
    Changed "changed" 3 true "Something that was read has another shape; its path is to be read again.";
    Status "status" 2 false "A status line of the page.";
    Log "log" 1 false "A line of a log on the page.";
}

impl Kind {
    /// By its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// By what a kit says it heard; a kit is believed about what the page said and nothing else.
    #[must_use]
    pub fn heard(from: &str) -> Self {
        Self::parse(from).filter(|kind| !kind.is_ours() && *kind != Self::Navigated).unwrap_or(Self::Status)
    }
}
