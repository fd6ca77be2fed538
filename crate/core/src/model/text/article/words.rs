//! What names of ids and classes, and words of a text, say about an element.

/// Names of what stands around content.
const AROUND: &[&str] = &[
    "-ad-",
    "ad-break",
    "adbox",
    "agegate",
    "ai2html",
    "banner",
    "breadcrumb",
    "combx",
    "comment",
    "community",
    "cookie",
    "cover-wrap",
    "disqus",
    "extra",
    "footer",
    "gdpr",
    "header",
    "legends",
    "menu",
    "newsletter",
    "related",
    "remark",
    "replies",
    "rss",
    "shoutbox",
    "sidebar",
    "skyscraper",
    "social",
    "sponsor",
    "supplemental",
    "pagination",
    "pager",
    "popup",
    "yom-remote",
];
/// Names that say it may be content all the same.
const MAYBE: &[&str] = &["and", "article", "body", "column", "content", "main", "mathjax", "shadow"];
/// Names that speak for content.
const FOR: &[&str] =
    &["article", "body", "content", "entry", "main", "page", "pagination", "post", "text", "blog", "story"];
/// Names that speak against it.
const AGAINST: &[&str] = &[
    "-ad-",
    "hidden",
    "banner",
    "combx",
    "comment",
    "com-",
    "contact",
    "footer",
    "gdpr",
    "masthead",
    "media",
    "meta",
    "outbrain",
    "promo",
    "related",
    "scroll",
    "share",
    "shoutbox",
    "sidebar",
    "skyscraper",
    "sponsor",
    "shopping",
    "tags",
    "widget",
];
/// Names of who wrote it.
const BYLINE: &[&str] = &["byline", "author", "dateline", "writtenby", "p-author"];

fn any(name: &str, words: &[&str]) -> bool {
    !name.is_empty() && words.iter().any(|word| name.contains(word))
}

/// Does a name (id and classes, lower case) say that this is around content, not content?
pub(super) fn around(name: &str) -> bool {
    any(name, AROUND) && !any(name, MAYBE)
}

/// Does it speak for content (positive) or against?
pub(super) fn weight(name: &str) -> i64 {
    if name.is_empty() {
        return 0;
    }
    let against = any(name, AGAINST) || name.split_ascii_whitespace().any(|word| word == "hid");
    i64::from(any(name, FOR)) * 25 - i64::from(against) * 25
}

/// Does it name the author?
pub(super) fn byline(name: &str) -> bool {
    any(name, BYLINE)
}

/// Is it for sharing?
pub(super) fn shares(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "share" | "sharedaddy"))
}

/// Films that belong to an article.
pub(super) fn is_film(address: &str) -> bool {
    const HOSTS: &[&str] = &[
        "youtube.com",
        "youtube-nocookie.com",
        "player.vimeo.com",
        "dailymotion.com",
        "player.twitch.tv",
        "archive.org",
        "upload.wikimedia.org",
        "v.qq.com",
        "bilibili.com",
        "live.bilibili.com",
    ];
    HOSTS.iter().any(|host| {
        address.contains(&format!("//{host}"))
            || address.contains(&format!("//www.{host}"))
            || address.contains(&format!("//player.{host}"))
    })
}

/// Characters, runs of white space as one, none at the ends; and commas in every script.
pub(super) fn count(text: &str) -> (i64, i64) {
    let (mut length, mut commas) = (0, 0);
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() {
            gap = length > 0;
        } else {
            length += 1 + i64::from(gap);
            gap = false;
            commas += i64::from(matches!(c, ',' | '،' | '﹐' | '︐' | '︑' | '⹁' | '⸴' | '⸲' | '，' | '、'));
        }
    }
    (length, commas)
}

/// Text that says only that an advertisement stands here, or that something is still loading.
pub(super) fn says_nothing(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '…']).to_lowercase();
    matches!(
        text.as_str(),
        "ad" | "advertising"
            | "advertisement"
            | "pub"
            | "publicité"
            | "werbung"
            | "werb"
            | "广告"
            | "реклама"
            | "anuncio"
            | "loading"
            | "正在加载"
            | "загрузка"
            | "chargement"
            | "cargando"
    )
}

/// Share of the second text's words that are in the first.
pub(super) fn similar(a: &str, b: &str) -> f64 {
    let split = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (a, b) = (split(a), split(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let size =
        |words: &[&String]| words.iter().map(|word| word.chars().count() + 1).sum::<usize>().saturating_sub(1) as f64;
    let all: Vec<&String> = b.iter().collect();
    let new: Vec<&String> = b.iter().filter(|word| !a.contains(word)).collect();
    1.0 - size(&new) / size(&all)
}
