//! What a caller is told whose operation waits for a person, was refused, or has nobody to ask. It must never say that
//! something was done.

use onecall_protocol::fault::Code;
use onecall_protocol::json;
use onecall_protocol::policy::{HostKind, Request};

use super::Session;
use crate::answer::{Draft, fault};
use crate::approval::class;

impl Session {
    pub(super) fn unanswered(&self, request: &Request) -> Draft {
        let Request { id, path, origin, effect, .. } = request;
        let message = format!(
            "{path} {} at {origin}; the person is asked in Onecall's panel (id \"{id}\"). Nothing was done yet.",
            class::word(*effect)
        );
        let attempt = json!({ "path": format!("approvals[\"{id}\"].wait"), "args": [] });
        let mut draft = Draft::fault(fault::plain(Code::NeedsApproval, message, Some(attempt)));
        draft.next = vec![format!("approvals[\"{id}\"].wait() · it runs once when allowed; do not send it again")];
        draft
    }

    /// There is nobody to ask.
    pub(super) fn nobody(&self, request: &Request) -> Draft {
        let how = match self.policy.host() {
            HostKind::Extension => "it can be allowed in Onecall's options, for this site or this path",
            HostKind::Page => "no person could be asked here",
        };
        let message = format!(
            "{} {} and needs a person's approval ({}): {how}. Nothing was done.",
            request.path,
            class::word(request.effect),
            request.id
        );
        Draft::fault(fault::plain(Code::NeedsApproval, message, Some(json!({ "path": request.path }))))
    }
}

/// A person said no.
pub(super) fn refused(path: &str) -> Draft {
    let message = format!(
        "the person said no to {path}. Nothing was done. Do not ask for it again; go on without it, or tell the person why it is needed."
    );
    Draft::fault(fault::plain(Code::Denied, message, None))
}
