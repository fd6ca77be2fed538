//! The roles themselves: their names, and what the specifications say of each. It must never look at a page.

/// Where a role may take its name from, and what it does with what is inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trait {
    /// Named by its author only.
    Author,
    /// Named from its content.
    Content,
    /// Named from its content; what is inside is presentational.
    Leaf,
    /// Named by its author; what is inside is presentational.
    Opaque,
    /// Not to be named.
    Unnamed,
}

macro_rules! roles {
    ($($variant:ident $name:literal $trait:ident;)*) => {
        /// A role of WAI-ARIA 1.2/1.3, DPUB-ARIA or Graphics-ARIA.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Role { $(#[doc = concat!("`", $name, "`.")] $variant,)* }

        impl Role {
            /// All roles.
            pub const ALL: &'static [Role] = &[$(Role::$variant,)*];

            /// As ARIA writes it.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$variant => $name,)* } }

            const fn of_kind(self) -> Trait { match self { $(Self::$variant => Trait::$trait,)* } }

            /// The role that a token in lower case names; abstract and unknown ones are none.
            #[must_use]
            fn from_token(token: &str) -> Option<Self> {
                match token {
                    $($name => Some(Self::$variant),)*
                    "img" => Some(Self::Image),
                    "presentation" => Some(Self::None),
                    "directory" => Some(Self::List),
                    _ => None,
                }
            }
        }
    };
}

roles! {
    Generic "generic" Unnamed;
    None "none" Unnamed;
    Alert "alert" Author;
    AlertDialog "alertdialog" Author;
    Application "application" Author;
    Article "article" Author;
    Banner "banner" Author;
    Blockquote "blockquote" Author;
    Button "button" Leaf;
    Caption "caption" Unnamed;
    Cell "cell" Content;
    Checkbox "checkbox" Leaf;
    Code "code" Unnamed;
    ColumnHeader "columnheader" Content;
    Combobox "combobox" Author;
    Comment "comment" Author;
    Complementary "complementary" Author;
    ContentInfo "contentinfo" Author;
    Definition "definition" Author;
    Deletion "deletion" Unnamed;
    Dialog "dialog" Author;
    Document "document" Author;
    Emphasis "emphasis" Unnamed;
    Feed "feed" Author;
    Figure "figure" Author;
    Form "form" Author;
    Grid "grid" Author;
    GridCell "gridcell" Content;
    Group "group" Author;
    Heading "heading" Content;
    Image "image" Opaque;
    Insertion "insertion" Unnamed;
    Link "link" Content;
    List "list" Author;
    ListBox "listbox" Author;
    ListItem "listitem" Author;
    Log "log" Author;
    Main "main" Author;
    Mark "mark" Unnamed;
    Marquee "marquee" Author;
    Math "math" Content;
    Menu "menu" Author;
    MenuBar "menubar" Author;
    MenuItem "menuitem" Content;
    MenuItemCheckbox "menuitemcheckbox" Leaf;
    MenuItemRadio "menuitemradio" Leaf;
    Meter "meter" Opaque;
    Navigation "navigation" Author;
    Note "note" Author;
    OptionRole "option" Leaf;
    Paragraph "paragraph" Unnamed;
    ProgressBar "progressbar" Opaque;
    Radio "radio" Leaf;
    RadioGroup "radiogroup" Author;
    Region "region" Author;
    Row "row" Content;
    RowGroup "rowgroup" Author;
    RowHeader "rowheader" Content;
    Scrollbar "scrollbar" Opaque;
    Search "search" Author;
    Searchbox "searchbox" Author;
    SectionFooter "sectionfooter" Author;
    SectionHeader "sectionheader" Author;
    Separator "separator" Opaque;
    Slider "slider" Opaque;
    SpinButton "spinbutton" Author;
    Status "status" Author;
    Strong "strong" Unnamed;
    Subscript "subscript" Unnamed;
    Suggestion "suggestion" Unnamed;
    Superscript "superscript" Unnamed;
    Switch "switch" Leaf;
    Tab "tab" Leaf;
    Table "table" Author;
    TabList "tablist" Author;
    TabPanel "tabpanel" Author;
    Term "term" Content;
    Textbox "textbox" Author;
    Time "time" Unnamed;
    Timer "timer" Author;
    Toolbar "toolbar" Author;
    Tooltip "tooltip" Content;
    Tree "tree" Author;
    TreeGrid "treegrid" Author;
    TreeItem "treeitem" Content;
    DocAbstract "doc-abstract" Author;
    DocAcknowledgments "doc-acknowledgments" Author;
    DocAfterword "doc-afterword" Author;
    DocAppendix "doc-appendix" Author;
    DocBacklink "doc-backlink" Content;
    DocBiblioentry "doc-biblioentry" Author;
    DocBibliography "doc-bibliography" Author;
    DocBiblioref "doc-biblioref" Content;
    DocChapter "doc-chapter" Author;
    DocColophon "doc-colophon" Author;
    DocConclusion "doc-conclusion" Author;
    DocCover "doc-cover" Opaque;
    DocCredit "doc-credit" Author;
    DocCredits "doc-credits" Author;
    DocDedication "doc-dedication" Author;
    DocEndnote "doc-endnote" Author;
    DocEndnotes "doc-endnotes" Author;
    DocEpigraph "doc-epigraph" Author;
    DocEpilogue "doc-epilogue" Author;
    DocErrata "doc-errata" Author;
    DocExample "doc-example" Author;
    DocFootnote "doc-footnote" Author;
    DocForeword "doc-foreword" Author;
    DocGlossary "doc-glossary" Author;
    DocGlossref "doc-glossref" Content;
    DocIndex "doc-index" Author;
    DocIntroduction "doc-introduction" Author;
    DocNoteref "doc-noteref" Content;
    DocNotice "doc-notice" Author;
    DocPagebreak "doc-pagebreak" Opaque;
    DocPagefooter "doc-pagefooter" Author;
    DocPageheader "doc-pageheader" Author;
    DocPagelist "doc-pagelist" Author;
    DocPart "doc-part" Author;
    DocPreface "doc-preface" Author;
    DocPrologue "doc-prologue" Author;
    DocPullquote "doc-pullquote" Author;
    DocQna "doc-qna" Author;
    DocSubtitle "doc-subtitle" Content;
    DocTip "doc-tip" Author;
    DocToc "doc-toc" Author;
    GraphicsDocument "graphics-document" Author;
    GraphicsObject "graphics-object" Author;
    GraphicsSymbol "graphics-symbol" Opaque;
}

impl Role {
    /// A landmark of DPUB-ARIA: a chapter, an appendix, the notes at the end.
    #[must_use]
    pub const fn is_part_of_book(self) -> bool {
        matches!(
            self,
            Self::DocAcknowledgments
                | Self::DocAfterword
                | Self::DocAppendix
                | Self::DocBibliography
                | Self::DocChapter
                | Self::DocConclusion
                | Self::DocCredits
                | Self::DocEndnotes
                | Self::DocEpilogue
                | Self::DocErrata
                | Self::DocForeword
                | Self::DocGlossary
                | Self::DocIntroduction
                | Self::DocPart
                | Self::DocPreface
                | Self::DocPrologue
        )
    }

    /// The role that a token of a `role` attribute names, in any case.
    #[must_use]
    pub fn parse(token: &str) -> Option<Self> {
        if token.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Self::from_token(&token.to_ascii_lowercase());
        }
        Self::from_token(token)
    }

    /// Its name may come from its content.
    #[must_use]
    pub const fn is_named_by_content(self) -> bool {
        matches!(self.of_kind(), Trait::Content | Trait::Leaf)
    }

    /// What is inside it is presentational: its text counts, its structure does not.
    #[must_use]
    pub const fn hides_structure(self) -> bool {
        matches!(self.of_kind(), Trait::Leaf | Trait::Opaque)
    }

    /// Authors must not name it.
    #[must_use]
    pub const fn prohibits_name(self) -> bool {
        matches!(self.of_kind(), Trait::Unnamed)
    }

    /// One of the landmark roles.
    #[must_use]
    pub const fn is_landmark(self) -> bool {
        matches!(
            self,
            Self::Banner
                | Self::Complementary
                | Self::ContentInfo
                | Self::Form
                | Self::Main
                | Self::Navigation
                | Self::Region
                | Self::Search
        )
    }

    /// It is operated as a widget and would hold a value or text of its own inside a label.
    #[must_use]
    pub(super) const fn is_control(self) -> bool {
        matches!(
            self,
            Self::Button
                | Self::Checkbox
                | Self::Combobox
                | Self::ListBox
                | Self::MenuItem
                | Self::MenuItemCheckbox
                | Self::MenuItemRadio
                | Self::Radio
                | Self::Searchbox
                | Self::Slider
                | Self::SpinButton
                | Self::Switch
                | Self::Tab
                | Self::Textbox
        )
    }

    /// Nothing of what is inside it belongs to the name of what is around it.
    #[must_use]
    pub(super) const fn keeps_content(self) -> bool {
        matches!(
            self,
            Self::AlertDialog
                | Self::Dialog
                | Self::Grid
                | Self::GraphicsSymbol
                | Self::Image
                | Self::Menu
                | Self::MenuBar
                | Self::Scrollbar
                | Self::Separator
                | Self::Table
                | Self::TabList
                | Self::TabPanel
                | Self::Tree
                | Self::TreeGrid
        )
    }

    /// A part of the page in its own right: what is inside it is only the name of what is around it where nothing
    /// else is. Chromium never takes it; accname always does.
    #[must_use]
    pub(super) const fn stands_alone(self) -> bool {
        matches!(
            self,
            Self::Alert
                | Self::Application
                | Self::Article
                | Self::Banner
                | Self::Blockquote
                | Self::Comment
                | Self::Complementary
                | Self::ContentInfo
                | Self::Document
                | Self::Feed
                | Self::Figure
                | Self::Form
                | Self::Group
                | Self::Log
                | Self::Main
                | Self::Marquee
                | Self::Navigation
                | Self::Note
                | Self::RadioGroup
                | Self::Region
                | Self::Search
                | Self::Status
                | Self::Timer
                | Self::Toolbar
        )
    }

    /// The nearest meaningful ancestor that this role must stand in, where it must stand in one.
    #[must_use]
    pub(super) const fn context(self) -> Option<&'static [Self]> {
        match self {
            Self::ListItem => Some(&[Self::List, Self::Group]),
            Self::OptionRole => Some(&[Self::ListBox, Self::Group]),
            Self::TreeItem => Some(&[Self::Tree, Self::Group, Self::TreeItem]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_their_own_tokens() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(*role));
        }
        assert_eq!(Role::parse("IMG"), Some(Role::Image));
        assert_eq!(Role::parse("presentation"), Some(Role::None));
        assert_eq!(Role::parse("widget"), None, "abstract");
        assert_eq!(Role::parse("toString"), None);
    }
}
