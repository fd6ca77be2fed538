// The page's own tools stay in the browser's list. Registered beside the content script (background/flags.js), which looks for it.
Object.assign(globalThis, { [Symbol.for('onecall.flag never')]: true });
