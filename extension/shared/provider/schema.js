/**
 * Schemas as JSON Schema: what is one already, what a library of Standard Schema can write as one, and valibot, which
 * cannot by itself. What cannot be written is an empty schema; its own check still runs before the app's code.
 */
import { clean } from './clean.js';

/** @import { AnySchema } from '../publish' */
/** @typedef {Record<string, unknown>} JsonObject */

/**
 * @param {unknown} value
 * @returns {value is JsonObject}
 */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * @typedef {object} Standard
 * @property {string} vendor
 * @property {(value: unknown) => unknown} validate
 * @property {{ input?: (options: { target: string }) => unknown }} [jsonSchema]
 */

/**
 * The `~standard` of a schema that has one.
 * @param {unknown} schema
 * @returns {Standard | null}
 */
export function standardOf(schema) {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return null;
  const standard = /** @type {{ '~standard'?: unknown }} */ (schema)['~standard'];
  return isObject(standard) && typeof standard.validate === 'function' ? /** @type {Standard} */ (/** @type {unknown} */ (standard)) : null;
}

/**
 * @param {AnySchema | undefined} schema
 * @returns {JsonObject}
 */
export function jsonSchemaOf(schema) {
  const standard = standardOf(schema);
  const written = standard ? writtenBy(schema, standard) : schema;
  const { value } = clean(written, 50_000);
  if (!isObject(value)) return {};
  delete value.$schema;
  return value;
}

/**
 * @param {unknown} schema
 * @param {Standard} standard
 * @returns {unknown}
 */
function writtenBy(schema, standard) {
  try {
    if (typeof standard.jsonSchema?.input === 'function') return standard.jsonSchema.input({ target: 'draft-2020-12' });
    return standard.vendor === 'valibot' ? ofValibot(/** @type {JsonObject} */ (schema), 0) : {};
  } catch {
    // Something in it has no JSON form (a transform, a custom check).
    return {};
  }
}

/** What valibot calls a type, where it is JSON Schema's own word. */
const PLAIN = ['string', 'number', 'boolean', 'null'];

/** What valibot's checks are in JSON Schema. @type {Record<string, string>} */
const CHECKS = {
  min_value: 'minimum', max_value: 'maximum', min_length: 'minLength', max_length: 'maxLength',
  gt_value: 'exclusiveMinimum', lt_value: 'exclusiveMaximum', multiple_of: 'multipleOf',
};

/** Of lists, lengths have other names. @type {Record<string, string>} */
const OF_LISTS = { minLength: 'minItems', maxLength: 'maxItems' };

/**
 * @param {JsonObject} schema
 * @param {number} depth
 * @returns {JsonObject}
 */
function ofValibot(schema, depth) {
  if (!isObject(schema) || depth > 20) return {};
  const below = (/** @type {unknown} */ inner) => ofValibot(/** @type {JsonObject} */ (inner), depth + 1);
  const { type } = schema;
  /** @type {JsonObject} */
  let made = {};
  if (typeof type === 'string' && PLAIN.includes(type)) made = { type };
  if (type === 'literal') made = { const: schema.literal };
  if (type === 'picklist' || type === 'enum') made = { enum: schema.options };
  if (type === 'array') made = { type: 'array', items: below(schema.item) };
  if (type === 'union' || type === 'variant') made = { anyOf: /** @type {unknown[]} */ (schema.options).map(below) };
  if (type === 'nullable' || type === 'nullish') made = { anyOf: [below(schema.wrapped), { type: 'null' }] };
  if (type === 'optional' || type === 'exact_optional') made = below(schema.wrapped);
  if (type === 'record') made = { type: 'object', additionalProperties: below(schema.value) };
  if (typeof type === 'string' && type.endsWith('object') && isObject(schema.entries)) made = objectOf(schema.entries, type, below);
  if ('default' in schema && typeof schema.default !== 'function' && schema.default !== undefined) made.default = schema.default;
  for (const one of /** @type {unknown[]} */ (schema.pipe ?? []).slice(1)) {
    if (isObject(one)) check(made, one);
  }
  return made;
}

/**
 * @param {JsonObject} entries
 * @param {string} type
 * @param {(inner: unknown) => JsonObject} below
 * @returns {JsonObject}
 */
function objectOf(entries, type, below) {
  const optional = ['optional', 'exact_optional', 'nullish'];
  const required = Object.keys(entries).filter((name) => !optional.includes(String(/** @type {JsonObject} */ (entries[name]).type)));
  const properties = Object.fromEntries(Object.entries(entries).map(([name, inner]) => [name, below(inner)]));
  return { type: 'object', properties, required, ...(type === 'strict_object' ? { additionalProperties: false } : {}) };
}

/**
 * @param {JsonObject} made
 * @param {JsonObject} one A check of valibot's pipe.
 */
function check(made, one) {
  const { type, requirement } = one;
  if (type === 'integer') made.type = 'integer';
  if (type === 'email' || type === 'url' || type === 'uuid') made.format = type === 'url' ? 'uri' : type;
  if (type === 'description' && typeof one.description === 'string') made.description = one.description;
  const keyword = typeof type === 'string' ? CHECKS[type] : undefined;
  if (keyword && typeof requirement === 'number') made[made.type === 'array' ? (OF_LISTS[keyword] ?? keyword) : keyword] = requirement;
}
