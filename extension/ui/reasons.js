/**
 * Why something is asked, in the person's language: the core says it in English, as agents read it. What is not known
 * here is shown as it came.
 */
import { decisionWords, effectWords, levelWords, t } from './lib.js';

/** @import { Class, Level } from '../shared/protocol' */

/** Signs of an effect (approval/infer.rs), by the key of their text. @type {Record<string, string>} */
export const SIGNS = {
  'its name': 'signName', 'it opens a menu': 'signMenu', 'the words of the item': 'signItem', 'the key goes to whatever has the focus': 'signFocus',
  'the key deletes what is selected': 'signSelected', 'the words on it': 'signWords', "its name in the page's code": 'signCode', 'it is a link': 'signLink',
  'it leads to a file': 'signFile', 'the address it leads to': 'signAddress', 'it writes to somebody': 'signWrites', 'it sends to another site': 'signAbroad',
  'it searches': 'signSearches', 'it submits a form': 'signSubmits', 'its form asks for a payment card': 'signCard', 'its form has a password or code': 'signPassword',
  'its form takes files': 'signFiles', "the words on its form's button": 'signButton',
};

/** Whole reasons (approval/policy, session/judge). @type {Record<string, string>} */
export const WHYS = {
  'the default: allow': 'whyAllow', 'the default: ask before anything is changed': 'whyExtension',
  'the agent has read words of strangers and things of yours, and this could carry them outside': 'whyTaint',
  "what a page's own scripts cannot read is not given to them unasked": 'whyAcross',
};

/** What levels say of themselves. @type {Record<string, Level>} */
const LEVELS = {
  'read only': 'read', 'ask before anything is changed': 'ask', 'ask before it submits, sends, uploads, signs in, deletes or pays': 'grave', everything: 'all',
};

/** @param {string} sign @returns {string} */
export function signWords(sign) {
  const key = SIGNS[sign];
  return key ? t(key) : sign;
}

/** @param {string} why @returns {string} */
export function whyWords(why) {
  const whole = WHYS[why];
  if (whole) return t(whole);
  const [, answer] = /^your earlier answer \(asked because of (.*)\)$/.exec(why) ?? [];
  if (answer !== undefined) return t('whyAnswer', whyWords(answer));
  const [, organisation] = /^your organisation: (.*)$/.exec(why) ?? [];
  if (organisation !== undefined) return t('whyOrganisation', whyWords(organisation));
  const [, site, says = ''] = /^the level of (all sites|\S+): (.*)$/.exec(why) ?? [];
  const level = says.startsWith('everything') ? 'all' : LEVELS[says];
  if (site !== undefined && level) return t('whyLevel', site === 'all sites' ? t('allSites') : site, levelWords(level));
  return ruleWords(why) ?? why;
}

/** What is done, as rules have it (approval/class.rs). @type {Record<string, Class>} */
export const CLASS_WORDS = {
  reads: 'read', 'changes a value': 'write', 'acts on the page': 'act', 'leaves the page': 'navigate', downloads: 'download', uploads: 'upload', submits: 'submit',
  'has consequences': 'consequential', sends: 'send', 'signs in or out': 'auth', deletes: 'delete', pays: 'pay',
};

/** @param {string} why @returns {string | null} */
function ruleWords(why) {
  const [, says, about = '', site, path] = /^the rule: (allow|ask about|ask before|deny) (.*?)(?: at (\S+))?(?: below (.+))?$/.exec(why) ?? [];
  if (says === undefined) return null;
  const effect = CLASS_WORDS[about.replace(/^what /, '')];
  const what = effect ? effectWords(effect) : about === 'everything' ? t('everyEffect') : t('readingAcross', t('allAcross'));
  return t('whyRule', decisionWords(says.startsWith('ask') ? 'ask' : says), what, site ?? t('allSites'), path ?? t('allPaths'));
}
