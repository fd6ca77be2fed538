//! Reads one retrieval set. It interprets nothing but the fields named in the sets' README.

use std::collections::BTreeMap;
use std::path::Path;

use onecall_core::search::{Entry, Kind};
use serde_json::Value;

/// A set: tools, queries, and which tools answer which query.
pub struct Set {
    pub name: String,
    pub tools: Vec<Tool>,
    pub queries: Vec<Query>,
}

/// A tool, and the words plain BM25 sees.
pub struct Tool {
    pub entry: Entry,
    pub plain: String,
}

/// A query and its relevant tools with their grades.
pub struct Query {
    pub text: String,
    pub relevant: BTreeMap<usize, f64>,
}

impl Set {
    /// Reads a directory.
    pub fn read(dir: &Path) -> Result<Self, String> {
        let corpus = lines(&dir.join("corpus.jsonl"))?;
        let mut ids = BTreeMap::new();
        let mut tools = Vec::new();
        for tool in &corpus {
            ids.insert(string(tool, "_id").to_owned(), tools.len());
            tools.push(read_tool(tool));
        }
        let mut judged: BTreeMap<String, BTreeMap<usize, f64>> = BTreeMap::new();
        for line in read(&dir.join("qrels.tsv"))?.lines() {
            let mut cells = line.split('\t');
            let (Some(query), Some(tool), Some(grade)) = (cells.next(), cells.next(), cells.next()) else { continue };
            let grade: f64 = grade.parse().unwrap_or(0.0);
            if let Some(tool) = ids.get(tool).filter(|_| grade > 0.0) {
                judged.entry(query.to_owned()).or_default().insert(*tool, grade);
            }
        }
        let mut queries = Vec::new();
        for query in lines(&dir.join("queries.jsonl"))? {
            if let Some(relevant) = judged.remove(string(&query, "_id")) {
                queries.push(Query { text: string(&query, "text").to_owned(), relevant });
            }
        }
        let name = dir.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { name, tools, queries })
    }
}

fn read_tool(tool: &Value) -> Tool {
    let (name, path, description) = (string(tool, "name"), string(tool, "path"), string(tool, "description"));
    let above = path.strip_suffix(name).unwrap_or_default();
    let mut params = String::new();
    for param in tool.get("params").and_then(Value::as_array).into_iter().flatten() {
        params.push_str(string(param, "name"));
        params.push('\n');
        params.push_str(string(param, "description"));
        params.push('\n');
        for choice in param.get("enum").and_then(Value::as_array).into_iter().flatten() {
            match choice {
                Value::String(text) => params.push_str(text),
                other => params.push_str(&other.to_string()),
            }
            params.push('\n');
        }
    }
    let entry = Entry {
        path: path.to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        params,
        ancestors: [above, string(tool, "server"), string(tool, "server_description")].join("\n"),
        kind: Kind::Tool,
        ..Entry::default()
    };
    Tool { plain: format!("{name} {description}"), entry }
}

fn string<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn lines(path: &Path) -> Result<Vec<Value>, String> {
    let text = read(path)?;
    let parse = |line: &str| serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.trim().is_empty()).map(parse).collect()
}
