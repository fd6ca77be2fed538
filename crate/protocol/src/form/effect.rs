//! The lists of effects and acts, whose types fill a file of their own. They must never say what the types do not.

use super::{form_kinds, form_struct, put_kinds};
use crate::effect::{Act, Check, Effect, Step, Target};

put_kinds!(Effect by "kind" {
    Capture "capture" { doc, since, closed }, Frames "frames" { doc, wanted },
    Probe "probe" { doc, call, handles, fields }, Perform "perform" { doc, call, step, plan, parting, frame },
    Settle "settle" { doc, call, quiet, most }, Answer "answer" { doc, call, output, ok },
    Ledger "ledger" { doc, entry, all }, Events "events" { doc, kept, place },
    Timer "timer" { doc, call, after, tag }, Script "script" { doc, call, work }, Ask "ask" { doc, call, request },
    Approval "approval" { doc, record }, Hold "hold" { doc, id, input }, Run "run" { doc, call, id },
    Tabs "tabs" { doc, call, at, input, look, of, operation }, Taint "taint" { doc, taint }, Log "log" { doc, entry },
});
form_struct!(Step { id, target, act });
form_struct!(Target or default { handle, checks });
form_kinds!(Check by "what" {
    Text "text" { handle, was },
    Attr "attr" { handle, name, was },
    Inside "inside" { handle, within },
});
form_kinds!(Act by "verb" {
    Click "click" {}, DoubleClick "doubleClick" {}, Hover "hover" {}, SetValue "setValue" { text, secret },
    SelectOptions "selectOptions" { positions }, PickDate "pickDate" { iso }, Expand "expand" { on },
    Check "check" { on }, EditText "editText" { text, append }, Attach "attach" { files }, Submit "submit" { by },
    Reset "reset" {}, Press "press" { key }, Focus "focus" {}, ScrollTo "scrollTo" { what, to },
    SelectText "selectText" { text }, DragTo "dragTo" { onto }, Close "close" {}, Media "media" { what, to },
    Highlight "highlight" { message }, Dialogs "dialogs" { accept, text }, Goto "goto" { url },
    History "history" { delta }, Reload "reload" {}, AppGet "appGet" { node, name, within, from, most },
    AppSet "appSet" { node, name, value }, AppCall "appCall" { node, name, item, args },
    TabCall "tabCall" { doc, input }, ToolCall "toolCall" { name, args },
});
