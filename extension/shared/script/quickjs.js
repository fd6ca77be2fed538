/**
 * QuickJS from the bytes that the host ships: fetched and compiled with the first script, not before.
 */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core';

/**
 * @param {string | URL} wasm Where they lie.
 */
export async function quickjs(wasm) {
  const wasmModule = await WebAssembly.compileStreaming(fetch(wasm));
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule }));
}
