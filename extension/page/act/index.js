// The table of acts: what each primitive act needs of its target, and what carries it out. Dispatch is by this
// table only, never by a name from outside.
import * as date from './date.js';
import * as drag from './drag.js';
import * as editor from './editor.js';
import * as expand from './expand.js';
import * as file from './file.js';
import * as form from './form.js';
import * as go from './go.js';
import * as highlight from './highlight.js';
import * as key from './key.js';
import * as mark from './mark.js';
import * as media from './media.js';
import * as pointer from './pointer.js';
import * as scroll from './scroll.js';
import * as select from './select.js';
import * as text from './text.js';
import * as toggle from './toggle.js';

/**
 * @typedef {import('../types.js').Act} Act
 * @typedef {import('../types.js').Outcome} Outcome
 * @typedef {import('../types.js').Page} Page
 * @typedef {import('../guard.js').Needs} Needs
 * @typedef {{
 *   needs: Needs,
 *   subject?(el: Element, act: Act, page: Page): Element,
 *   refuses?(el: Element, act: Act, page: Page): Outcome | null,
 *   run(el: Element, act: Act, page: Page): Outcome | Promise<Outcome>,
 * }} Entry `subject` is what the guards look at, where that is not the element itself; `refuses` holds the guards of
 *   this act alone. Neither changes anything
 */

/** @type {Needs} */
const POINT = { shown: true, enabled: true, hit: 'point' };
/** @type {Needs} */
const EDIT = { shown: true, enabled: true, editable: true, hit: 'layer' };
/** @type {Needs} */
const REACH = { shown: true, enabled: true, hit: 'layer' };

/** @type {Readonly<Record<import('../types.js').PageAct['verb'], Entry>>} */
export const ACTS = Object.freeze({
  click: { needs: POINT, refuses: pointer.needsPerson, run: pointer.click },
  doubleClick: { needs: POINT, refuses: pointer.needsPerson, run: pointer.doubleClick },
  hover: { needs: { shown: true, hit: 'point' }, run: pointer.hover },
  setValue: { needs: EDIT, refuses: text.refuses, run: text.setValue },
  selectOptions: { needs: REACH, refuses: select.refuses, run: select.selectOptions },
  pickDate: { needs: REACH, refuses: date.refuses, run: date.pickDate },
  expand: { needs: POINT, refuses: expand.refuses, run: expand.expand },
  check: { needs: { ...POINT, editable: true }, refuses: toggle.refuses, run: toggle.check },
  editText: { needs: EDIT, refuses: editor.refuses, run: editor.editText },
  attach: { needs: { enabled: true }, refuses: file.refuses, run: file.attach },
  submit: { needs: { shown: true, hit: 'layer' }, subject: form.submitter, refuses: form.refusesSubmit, run: form.submit },
  reset: { needs: {}, refuses: form.refusesReset, run: form.reset },
  press: { needs: { enabled: true }, refuses: key.refuses, run: key.press },
  focus: { needs: REACH, run: go.focus },
  selectText: { needs: REACH, refuses: mark.refuses, run: mark.selectText },
  scrollTo: { needs: { shown: true }, run: scroll.scrollTo },
  dragTo: { needs: POINT, refuses: drag.refuses, run: drag.dragTo },
  close: { needs: {}, refuses: form.refusesClose, run: form.close },
  media: { needs: {}, refuses: media.refuses, run: media.media },
  highlight: { needs: { shown: true }, run: highlight.highlight },
  dialogs: { needs: {}, run: go.dialogs },
  goto: { needs: {}, refuses: go.refusesGoto, run: go.goto },
  history: { needs: {}, refuses: go.refusesHistory, run: go.history },
  reload: { needs: {}, run: go.reload },
});
