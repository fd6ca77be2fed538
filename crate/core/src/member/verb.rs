//! What can be said to things: verbs with their arguments, effect and one-line summary, in one table
//! that hints, help, checks and faults all read. It must never know how a verb is carried out.

use onecall_protocol::policy::Class;

/// What an argument takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// A string; numbers and booleans are written as text.
    Text,
    /// A number.
    Number,
    /// One string or a list of them.
    Texts,
    /// An object from field names to values.
    Fields,
    /// A path of another thing.
    Path,
    /// A file: `{name, mime?, text? , base64?}`, or a list of them.
    Files,
    /// A condition: `{text?, path?, url?, enabled?, gone?}`.
    Condition,
    /// Where to scroll: a number, `"start"`, `"end"`, `"next"` or `"back"`.
    Spot,
    /// How dialogs are answered: `"accept"`, `"dismiss"` or `{accept, text?}`.
    Answer,
}

/// One argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arg {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// May it be left out?
    pub optional: bool,
}

const fn arg(name: &'static str, takes: Takes) -> Arg {
    Arg { name, takes, optional: false }
}

const fn maybe(name: &'static str, takes: Takes) -> Arg {
    Arg { name, takes, optional: true }
}

macro_rules! verbs {
    ($($id:ident $name:literal $args:expr, $class:ident, $summary:literal;)*) => {
        /// A verb.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Verb { $(#[doc = $summary] $id,)* }
        impl Verb {
            /// All verbs.
            pub const ALL: &'static [Verb] = &[$(Verb::$id,)*];
            /// As written in a path.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Verb::$id => $name,)* } }
            /// Its arguments in order.
            #[must_use]
            pub const fn args(self) -> &'static [Arg] { match self { $(Verb::$id => { const ARGS: &[Arg] = $args; ARGS })* } }
            /// Its effect, before inference from the page.
            #[must_use]
            pub const fn class(self) -> Class { match self { $(Verb::$id => Class::$class,)* } }
            /// What it does.
            #[must_use]
            pub const fn summary(self) -> &'static str { match self { $(Verb::$id => $summary,)* } }
        }
    };
}

verbs! {
    Click "click" &[], Act, "Clicks it.";
    DoubleClick "doubleClick" &[], Act, "Clicks it twice.";
    Hover "hover" &[], Act, "Moves the pointer onto it; menus that open on hover open.";
    Press "press" &[arg("key", Takes::Texts)], Act, "Presses keys on it, one after the other: \"Enter\", \"Control+a\", \"l s Enter\", \"ArrowRight*12\".";
    Set "set" &[arg("value", Takes::Text)], Write, "Sets its value; dates as 2026-11-30.";
    Clear "clear" &[], Write, "Empties it.";
    Type "type" &[arg("text", Takes::Text)], Write, "Adds text at the end of what it holds.";
    Choose "choose" &[arg("option", Takes::Texts)], Write, "Chooses one option, or several where it takes several.";
    Check "check" &[], Write, "Switches it on.";
    Uncheck "uncheck" &[], Write, "Switches it off.";
    Attach "attach" &[arg("files", Takes::Files)], Upload, "Puts files into it.";
    Fill "fill" &[arg("fields", Takes::Fields)], Write, "Fills fields by name; all are checked before the first is written.";
    Submit "submit" &[], Submit, "Submits it.";
    Reset "reset" &[], Write, "Puts its fields back to what they were.";
    Open "open" &[], Navigate, "Follows it.";
    Select "select" &[], Act, "Makes it the selected one.";
    Expand "expand" &[], Act, "Opens it.";
    Collapse "collapse" &[], Act, "Closes it.";
    ScrollTo "scrollTo" &[maybe("place", Takes::Spot)], Read, "Brings it into view; with a place, scrolls what is in it there, which loads rows that are not drawn.";
    Focus "focus" &[], Act, "Gives it the focus.";
    SelectText "selectText" &[maybe("text", Takes::Text)], Act, "Selects a text in it, or all of it, as the mouse does.";
    DragTo "dragTo" &[arg("target", Takes::Path)], Act, "Drags it onto another thing.";
    Close "close" &[], Act, "Closes it.";
    Accept "accept" &[], Act, "Presses the button that agrees.";
    Dismiss "dismiss" &[], Act, "Presses the button that declines, else closes it.";
    Play "play" &[], Act, "Plays it.";
    Pause "pause" &[], Act, "Pauses it.";
    Seek "seek" &[arg("seconds", Takes::Number)], Act, "Goes to a time.";
    Highlight "highlight" &[maybe("message", Takes::Text)], Read, "Rings it for the person.";
    Goto "goto" &[arg("url", Takes::Text)], Navigate, "Goes to an address.";
    Back "back" &[], Navigate, "Goes back.";
    Forward "forward" &[], Navigate, "Goes forward.";
    Reload "reload" &[], Navigate, "Loads the page again.";
    WaitFor "waitFor" &[arg("condition", Takes::Condition)], Read, "Waits until a text or path is there, usable or gone.";
    Link "link" &[arg("path", Takes::Path)], Read, "Gives the address that shows a place to a person.";
    DialogPolicy "dialogPolicy" &[arg("answer", Takes::Answer)], Act, "How JS dialogs that acts open are answered: \"dismiss\" unless told \"accept\", or {accept: true, text: …} for prompts.";
}

impl Verb {
    /// The verb of this name; synonyms that agents use are understood.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let exact = Self::ALL.iter().copied().find(|verb| verb.name() == name);
        exact.or_else(|| {
            Some(match name {
                "tap" | "push" | "activate" | "trigger" => Self::Click,
                "dblclick" | "dblClick" | "double_click" => Self::DoubleClick,
                "follow" | "visit" => Self::Open,
                "setValue" | "input" | "enter" | "write" => Self::Set,
                "append" => Self::Type,
                "selectOption" | "pick" => Self::Choose,
                "upload" => Self::Attach,
                "send" => Self::Submit,
                "scrollIntoView" | "scroll" | "scroll_to" => Self::ScrollTo,
                "navigate" | "go" => Self::Goto,
                "wait_for" | "wait" => Self::WaitFor,
                "confirm" | "agree" => Self::Accept,
                "decline" | "reject" => Self::Dismiss,
                _ => return None,
            })
        })
    }

    /// `click()`, `set(value)`; with types where `long`.
    #[must_use]
    pub fn signature(self, long: bool) -> String {
        let args: Vec<String> = self
            .args()
            .iter()
            .map(|arg| {
                let optional = if arg.optional { "?" } else { "" };
                let takes = if long { format!(": {}", arg.takes.words()) } else { String::new() };
                format!("{}{optional}{takes}", arg.name)
            })
            .collect();
        format!("{}({})", self.name(), args.join(", "))
    }
}

impl Takes {
    /// In words, for help and faults.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Number => "number",
            Self::Texts => "string or list of strings",
            Self::Fields => "object from field names to values",
            Self::Path => "path of another thing",
            Self::Files => "{name, text or base64, mime?} or a list of them",
            Self::Condition => "{text?, path?, url?, enabled?, gone?}",
            Self::Spot => "number from 0, \"start\", \"end\", \"next\" or \"back\"",
            Self::Answer => "\"accept\", \"dismiss\" or {accept: boolean, text?: string}",
        }
    }
}
