//! The types that cross a world, as tables: read from `protocol.d.ts`, which is made from the Rust types. It must never
//! say anything of a type that does not stand there.

use anyhow::{Context as _, Result};

/// What names the variants of a union.
const TAGS: [&str; 4] = ["\"kind\": \"", "\"verb\": \"", "\"what\": \"", "\"do\": \""];

/// A field with its type and what is said of it; of a union, the variant that has it.
#[derive(Debug, PartialEq)]
struct Field {
    variant: String,
    name: String,
    kind: String,
    doc: String,
}

/// One type as Markdown: a heading, its comment, a table.
pub fn table(text: &str, name: &str) -> Result<String> {
    let start = format!("\nexport type {name} = ");
    let at = text.find(&start).with_context(|| format!("protocol.d.ts has no type {name}"))?;
    let before = text.get(..at).unwrap_or_default();
    let doc = before.rfind("/**").and_then(|from| before.get(from..)).map(comment).unwrap_or_default();
    let body = text.get(at + start.len()..).unwrap_or_default();
    let body = body.split(";\n\n/**").next().unwrap_or_default().trim_end().trim_end_matches(';');
    let heading = format!("### {name}\n\n{doc}\n\n");
    if !body.contains('{') {
        return Ok(heading + &body.replace('"', "`").replace(" | ", ", ") + "\n");
    }
    let (variants, fields) = read(body);
    let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    if variants.is_empty() {
        let rows = fields
            .iter()
            .map(|field| format!("| `{}` | `{}` | {} |\n", cell(&field.name), cell(&field.kind), cell(&field.doc)));
        return Ok(heading + "| field | type | meaning |\n| --- | --- | --- |\n" + &rows.collect::<String>());
    }
    let rows = variants.iter().map(|variant| {
        let own = fields.iter().filter(|field| field.variant == *variant);
        let said: Vec<String> = own.map(|field| format!("`{}`: {}", field.name, cell(&field.doc))).collect();
        format!("| `{variant}` | {} |\n", said.join("<br>"))
    });
    Ok(heading + "| one of | with |\n| --- | --- |\n" + &rows.collect::<String>())
}

/// The text of a comment, on one line.
fn comment(text: &str) -> String {
    let words = text.lines().map(|line| line.trim().trim_start_matches(['/', '*']).trim());
    words.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Variants in their order, and all fields.
fn read(body: &str) -> (Vec<String>, Vec<Field>) {
    let (mut variants, mut fields, mut doc, mut open) = (Vec::new(), Vec::new(), String::new(), false);
    for line in body.lines() {
        let line = line.trim();
        if open || line.starts_with("/**") {
            doc = if open { format!("{doc}\n{line}") } else { line.to_owned() };
            open = !line.ends_with("*/");
            continue;
        }
        let own = line.split(" } | {").next().unwrap_or_default().trim_end_matches('}').trim().trim_end_matches(',');
        let variant = variants.last().cloned().unwrap_or_default();
        if let Some((name, kind)) = own.split_once(": ").filter(|(name, _)| !name.contains(['"', '{'])) {
            fields.push(Field { variant, name: name.to_owned(), kind: kind.to_owned(), doc: comment(&doc) });
            doc.clear();
        }
        for tag in TAGS {
            let named = line.split(tag).skip(1).filter_map(|rest| rest.split('"').next());
            variants.extend(named.map(str::to_owned));
        }
    }
    (variants, fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\n/**\n * What is done.\n */\nexport type Act = { \"verb\": \"click\" } | { \"verb\": \"set\", \n/**\n * The new\n * text.\n */\ntext: string, } | { \"verb\": \"go\" };\n\n/**\n * Yes or no.\n */\nexport type Answer = \"yes\" | \"no\";\n\n/**\n * A thing.\n */\nexport type Thing = { \n/**\n * Its number.\n */\nid: number, };\n";

    #[test]
    fn unions_objects_and_words_become_tables() {
        let act = table(TEXT, "Act").unwrap();
        assert!(act.contains("### Act\n\nWhat is done."), "{act}");
        assert!(act.contains("| `click` |  |\n| `set` | `text`: The new text. |\n| `go` |  |"), "{act}");
        assert!(table(TEXT, "Answer").unwrap().contains("`yes`, `no`"));
        let thing = table(TEXT, "Thing").unwrap();
        assert!(thing.contains("| `id` | `number` | Its number. |"), "{thing}");
        assert!(table(TEXT, "Nothing").is_err());
    }

    #[test]
    fn every_type_of_the_reference_is_there_and_says_something() {
        let project = crate::project::Project::find().unwrap();
        let text = project.read("extension/shared/protocol.d.ts").unwrap();
        let page = project.read("www/docs/protocol.md").unwrap();
        let marks = page.lines().filter_map(|line| line.strip_prefix("<!-- types: ")?.strip_suffix(" -->"));
        for name in marks.flat_map(|names| names.split(' ')) {
            let made = table(&text, name).unwrap();
            println!("{made}");
            assert!(made.lines().nth(2).is_some_and(|doc| doc.len() > 10), "{name}: {made}");
            assert!(!made.contains("{ \"") && !made.contains("/**"), "{name}: {made}");
        }
    }
}
