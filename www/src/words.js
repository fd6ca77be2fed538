/**
 * The words of the question to the person, in the languages that the extension has too. Everything else that Onecall says
 * on a page is for agents, in English.
 */

/** @import { Request } from '../../extension/shared/protocol' */

/**
 * @typedef {object} Words
 * @property {string} allow
 * @property {string} deny
 * @property {string} asks
 * @property {string} wants What follows is what it would do.
 * @property {string} says What follows is the site's.
 * @property {(site: string) => string} once
 * @property {Record<Request['effect'], string>} does
 */

/** @type {Record<string, Words>} */
const LANGUAGES = {
  en: {
    allow: 'Allow once', deny: 'Deny', asks: 'An agent asks for your approval', wants: 'An agent wants to', says: 'The site says:',
    once: (site) => `On ${site}. It runs once, with exactly this.`,
    does: {
      read: 'read', write: 'change a value', act: 'do something on this page', navigate: 'leave this page', download: 'download a file',
      upload: 'upload a file', submit: 'submit a form', consequential: 'do something that cannot simply be undone', send: 'send something to others',
      auth: 'sign in or out, or change credentials', delete: 'delete something', pay: 'spend money',
    },
  },
  de: {
    allow: 'Einmal erlauben', deny: 'Ablehnen', asks: 'Ein Agent bittet um Ihre Zustimmung', wants: 'Ein Agent möchte', says: 'Die Website sagt:',
    once: (site) => `Auf ${site}. Es geschieht einmal, genau so.`,
    does: {
      read: 'lesen', write: 'einen Wert ändern', act: 'etwas auf dieser Seite tun', navigate: 'diese Seite verlassen', download: 'eine Datei herunterladen',
      upload: 'eine Datei hochladen', submit: 'ein Formular abschicken', consequential: 'etwas tun, das sich nicht einfach rückgängig machen lässt', send: 'etwas an andere senden',
      auth: 'an- oder abmelden oder Zugangsdaten ändern', delete: 'etwas löschen', pay: 'Geld ausgeben',
    },
  },
};

/**
 * @param {string} language The person's, as the browser says it.
 * @returns {Words & { lang: string }}
 */
export function wordsFor(language) {
  const lang = (language.split('-')[0] ?? '').toLowerCase();
  const [known, words] = Object.entries(LANGUAGES).find(([name]) => name === lang) ?? ['en', LANGUAGES.en];
  return { .../** @type {Words} */ (words), lang: known };
}
