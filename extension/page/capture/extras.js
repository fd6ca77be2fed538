// Facts of an element that are neither attributes nor flags: values, files, references set by property.

import { contains, formOf, getAttribute } from './dom.js';
import { has } from './attributes.js';
import { flag } from './flags.js';
import { looksLikeData } from './grid.js';

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./writer.js').Writer} Writer */
/** @typedef {import('./handles.js').Handles} Handles */

/** Kinds; the same as `facts::extra` in crate/protocol/src/facts.rs. */
export const extra = Object.freeze({
  VALUE: 1, VALIDITY: 2, BEFORE: 3, AFTER: 4, SCOPE: 5, LABELLED_BY: 6, DESCRIBED_BY: 7, FILE: 8, UNPAINTED: 9, INTERNALS: 10,
  TRANSFORM: 11, RULED: 12, PAINT: 13, FORM: 14,
});

/** Most entries of one kind on one element. */
const MOST = 100;
/** Longest value of a control that is sent; an editor for longer texts is read through `text`. */
const VALUE_CHARS = 65_536;
/** Inputs whose value says nothing that attributes do not. */
const NO_VALUE = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file', 'hidden']);

/**
 * The value of a control, where it has one that may be sent.
 * @param {Element} element
 * @param {string} tag
 * @param {boolean} secret
 * @returns {string | null}
 */
export function valueOf(element, tag, secret) {
  if (secret) return null;
  switch (tag) {
    case 'input': {
      const input = /** @type {HTMLInputElement} */ (element);
      return NO_VALUE.has(input.type) ? null : input.value.slice(0, VALUE_CHARS);
    }
    case 'textarea':
      return /** @type {HTMLTextAreaElement} */ (element).value.slice(0, VALUE_CHARS);
    case 'select':
      return /** @type {HTMLSelectElement} */ (element).value.slice(0, VALUE_CHARS);
    case 'meter':
    case 'progress': {
      const gauge = /** @type {HTMLProgressElement} */ (element);
      return gauge.hasAttribute('value') || tag === 'meter' ? String(gauge.value) : null;
    }
    default:
      return null;
  }
}

/**
 * What the browser finds wrong with a control; empty for nothing.
 * @param {Element} element
 * @returns {string}
 */
export function validityOf(element) {
  const control = /** @type {HTMLInputElement} */ (element);
  return control.willValidate && !control.validity.valid ? control.validationMessage : '';
}

/**
 * Writes the extras of an element that come from its state and returns how many.
 * @param {Writer} out
 * @param {Handles} handles
 * @param {Element} element
 * @param {Kind} kind
 * @param {number} names attributes that are there (bits of `has`)
 * @param {number} flags as they are now
 * @param {boolean} secret
 * @returns {number}
 */
export function writeExtras(out, handles, element, kind, names, flags, secret) {
  const tag = kind.tag;
  let count = 0;
  const value = valueOf(element, tag, secret);
  if (value !== null) {
    out.word(extra.VALUE);
    out.word(out.text(value));
    count += 1;
  }
  if (kind.control) {
    const fault = flags & flag.INVALID ? validityOf(element) : '';
    if (fault !== '') {
      out.word(extra.VALIDITY);
      out.word(out.string(fault));
      count += 1;
    }
    const form = formOf(element);
    if (form && !contains(form, element)) {
      out.word(extra.FORM);
      out.word(handles.of(form));
      count += 1;
    }
    if (tag === 'input' && !secret) {
      for (const file of Array.from(/** @type {HTMLInputElement} */ (element).files ?? []).slice(0, MOST)) {
        out.word(extra.FILE);
        out.word(out.string(file.name));
        count += 1;
      }
    }
  }
  if (tag === 'table' && looksLikeData(element)) {
    out.word(extra.RULED);
    out.word(1);
    count += 1;
  }
  // Setting the property makes the attribute an empty string.
  if (names & has.LABELLED_BY && getAttribute(element, 'aria-labelledby') === '') count += references(out, handles, extra.LABELLED_BY, element.ariaLabelledByElements);
  if (names & has.DESCRIBED_BY && getAttribute(element, 'aria-describedby') === '') count += references(out, handles, extra.DESCRIBED_BY, element.ariaDescribedByElements);
  return count;
}

/**
 * @param {Writer} out
 * @param {Handles} handles
 * @param {number} kind
 * @param {readonly Element[] | null | undefined} elements
 * @returns {number}
 */
function references(out, handles, kind, elements) {
  if (!elements) return 0;
  const some = elements.slice(0, MOST);
  for (const element of some) {
    out.word(kind);
    out.word(handles.of(element));
  }
  return some.length;
}
