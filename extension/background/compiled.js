/**
 * The core's code, read and compiled from the first moment of a worker: it takes longest of all that a call waits for
 * after a worker's death. Imported before everything else.
 */

/** Rejects where the browser cannot compile it; whoever starts the core hears of that. */
export const compiled = WebAssembly.compileStreaming(fetch(new URL('onecall.wasm', import.meta.url)));
compiled.catch(() => {});
