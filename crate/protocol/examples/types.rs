//! Prints TypeScript for the types that cross a world, for `cargo xtask types`. It must never say anything
//! that the Rust types do not say.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

use onecall_protocol::{answer, effect, facts, message, policy};
use ts_rs::{Config, TS, TypeVisitor};

/// Collects declarations by name, so that the order does not depend on who names whom.
struct Declarations<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
    seen: BTreeSet<TypeId>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Only what would be exported has a declaration; numbers and lists do not.
        if T::output_path().is_some() {
            let name = T::ident(self.config);
            let docs = T::docs().unwrap_or_default();
            self.found.insert(name, format!("{docs}export {}\n", T::decl(self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn main() {
    let config = Config::new();
    let mut types = Declarations { config: &config, found: BTreeMap::new(), seen: BTreeSet::new() };
    types.visit::<message::Input>();
    types.visit::<message::Reply>();
    types.visit::<effect::Effect>();
    types.visit::<facts::Head>();
    types.visit::<answer::Answer>();
    types.visit::<policy::Policy>();
    println!("// Types that cross a world, made from crate/protocol by `cargo xtask types`. Do not edit.\n");
    let all: Vec<String> = types.found.into_values().collect();
    print!("{}", all.join("\n"));
}
