//! What is seen of things without words: a colour, a shape, a size, in a person's words. It must never guess what a
//! picture means.

use onecall_protocol::facts::extra;

use super::dom::{Dom, NodeId};

/// What is seen of one element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// `#rrggbb`, where it has a colour.
    pub colour: Option<String>,
    /// Left, top, width and height in the document, in CSS pixels.
    pub place: [i32; 4],
    /// `circle`, `triangle`, `box` …; words in drawings are `text`.
    pub shape: &'static str,
}

/// What is seen of an element, where capture told.
#[must_use]
pub fn of(dom: &Dom, node: NodeId) -> Option<Look> {
    let mut parts = dom.extra_text(node, extra::PAINT)?.split(' ');
    let colour = parts.next().filter(|colour| colour.starts_with('#')).map(str::to_owned);
    let mut number = || parts.next().and_then(|part| part.parse().ok()).unwrap_or(0);
    let place = [number(), number(), number(), number()];
    let shape = match (dom.tag(node), number()) {
        ("circle", _) => "circle",
        ("ellipse", _) => "ellipse",
        ("line" | "polyline" | "path", _) => "line",
        ("text" | "tspan", _) => "text",
        ("polygon", 3) => "triangle",
        ("polygon", 5) => "pentagon",
        ("polygon", 6) => "hexagon",
        ("polygon", n) if n != 4 => "polygon",
        ("polygon", _) => "quadrilateral",
        _ => "box",
    };
    Some(Look { colour, place, shape })
}

impl Look {
    /// What people call its colour.
    #[must_use]
    pub fn colour_name(&self) -> &'static str {
        let Some(hex) = &self.colour else { return "" };
        let part = |at: usize| hex.get(at..at + 2).and_then(|pair| i32::from_str_radix(pair, 16).ok()).unwrap_or(0);
        name(part(1), part(3), part(5))
    }

    /// `red circle`.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} {}", self.colour_name(), self.shape).trim_start().to_owned()
    }

    /// `red circle #fe0000, 20 × 20 at 35, 60`.
    #[must_use]
    pub fn long(&self) -> String {
        let [left, top, width, height] = self.place;
        let hex = self.colour.as_ref().map(|hex| format!(" {hex}")).unwrap_or_default();
        format!("{}{hex}, {width} × {height} at {left}, {top}", self.words())
    }
}

/// The word for a colour, by its hue where it has one, and whether it is light or dark.
fn name(red: i32, green: i32, blue: i32) -> &'static str {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let (light, spread) = (most + least, most - least);
    // Of what a colour this light can have.
    let full = (255 - (light - 255).abs()).max(1);
    if !(50..=475).contains(&light) || spread * 100 < full * 15 {
        return match light {
            ..50 => "black",
            50..160 => "dark grey",
            160..360 => "grey",
            360..476 => "light grey",
            _ => "white",
        };
    }
    let part = |a: i32, b: i32| (a - b) * 60 / spread;
    let hue = if most == red {
        (part(green, blue) + 360) % 360
    } else if most == green {
        120 + part(blue, red)
    } else {
        240 + part(red, green)
    };
    let [dark, plain, pale] = match hue {
        15..46 => ["brown", "orange", "light orange"],
        46..71 => ["olive", "yellow", "light yellow"],
        71..166 => ["dark green", "green", "light green"],
        166..196 => ["teal", "cyan", "light cyan"],
        196..256 => ["navy", "blue", "light blue"],
        256..291 => ["dark purple", "purple", "light purple"],
        291..331 => ["purple", "magenta", "light magenta"],
        331..346 => ["dark pink", "pink", "pink"],
        _ => ["dark red", "red", if light > 420 { "pink" } else { "light red" }],
    };
    match light {
        // Green itself is darker than what screens call so.
        200..340 if plain == "green" && spread > 230 => "lime",
        150..200 if plain == "green" => "green",
        110..150 if plain == "green" => "green",
        ..180 => dark,
        180..340 => plain,
        _ => pale,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html;

    #[test]
    fn colours_have_the_names_that_people_use() {
        for (hex, expected) in [
            ("ff0000", "red"),
            ("0000ff", "blue"),
            ("808000", "olive"),
            ("00ff00", "lime"),
            ("000000", "black"),
            ("ffffff", "white"),
            ("808080", "grey"),
            ("800080", "purple"),
            ("ffa500", "orange"),
            ("ffff00", "yellow"),
            ("00ffff", "cyan"),
            ("ffc0cb", "pink"),
            ("ff00ff", "magenta"),
            ("008000", "green"),
            ("8b4513", "brown"),
            ("000080", "navy"),
            ("d98787", "light red"),
            ("5b5bd7", "blue"),
            ("7fb0ff", "light blue"),
            ("a4a4da", "light blue"),
        ] {
            let look = Look { colour: Some(format!("#{hex}")), place: [0; 4], shape: "box" };
            assert_eq!(look.colour_name(), expected, "#{hex}");
        }
    }

    #[test]
    fn markup_tells_nothing_of_looks() {
        let dom = html::dom("<div id=x></div>");
        assert_eq!(dom.root().and_then(|root| of(&dom, root)), None);
    }
}
