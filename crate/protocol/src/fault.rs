//! Fault codes: every way a call can go wrong, and whose it is (answers.md).

use serde::Serialize;

/// Whose fault it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The caller said something wrong.
    Caller,
    /// The page or the app is in the way.
    Page,
    /// A person has to do or decide something.
    Person,
    /// Onecall itself.
    Onecall,
}

impl Whose {
    /// As written in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Caller => "caller",
            Self::Page => "page",
            Self::Person => "person",
            Self::Onecall => "onecall",
        }
    }
}

macro_rules! codes {
    ($($name:ident $text:literal $whose:ident $doc:literal;)*) => {
        /// A stable code. Agents and tests go by it, never by the wording.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum Code { $(#[doc = $doc] $name,)* }

        impl Code {
            /// All codes, in the order of the docs.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];
            /// As written in answers.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Code::$name => $text,)* } }
            /// Whose fault it is.
            #[must_use]
            pub const fn whose(self) -> Whose { match self { $(Code::$name => Whose::$whose,)* } }
            /// What it means, one sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str { match self { $(Code::$name => $doc,)* } }
        }
    };
}

codes! {
    BadPath "bad_path" Caller "The path or the input could not be read.";
    NotFound "not_found" Caller "There is no such member.";
    NotNow "not_now" Page "It exists, but not in this state of the page.";
    Ambiguous "ambiguous" Caller "The key matches several things.";
    InvalidArgument "invalid_argument" Caller "An argument is not what the member takes.";
    NotWritable "not_writable" Caller "The property cannot be assigned.";
    NotAMethod "not_a_method" Caller "Arguments were given to something that cannot be called.";
    NeedsApproval "needs_approval" Person "A person has to allow it first.";
    Denied "denied" Person "A person or a rule said no.";
    Stale "stale" Page "The thing is not what it was when its address was read.";
    Covered "covered" Page "Something else would get the click.";
    Disabled "disabled" Page "The control is disabled or read-only.";
    NotVisible "not_visible" Page "It is not shown.";
    NeedsUser "needs_user" Person "Only a person's own gesture can do it.";
    Failed "failed" Page "The page's or app's own code failed.";
    TimedOut "timed_out" Page "It took longer than the call may.";
    Navigated "navigated" Page "The document went away before the result was known.";
    TooLarge "too_large" Caller "The input is larger than the bound.";
    Cancelled "cancelled" Caller "The call was cancelled.";
    Unavailable "unavailable" Onecall "Onecall cannot work here.";
    Internal "internal" Onecall "Onecall itself failed.";
}

impl crate::form::Put for Whose {
    fn put(&self) -> crate::Value {
        crate::Value::String(self.as_str().to_owned())
    }
}

impl crate::form::Put for Code {
    fn put(&self) -> crate::Value {
        crate::Value::String(self.as_str().to_owned())
    }
}
