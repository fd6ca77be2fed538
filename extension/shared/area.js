/**
 * The shape of a storage area; types only. What stores things gets one as an argument, so that it runs in tests.
 */

/**
 * The part of the browser's `StorageArea` that is used.
 * @typedef {object} Area
 * @property {(keys: string | string[] | null) => Promise<Record<string, unknown>>} get
 * @property {(items: Record<string, unknown>) => Promise<void>} set
 * @property {(keys: string[]) => Promise<void>} remove
 */

export {};
