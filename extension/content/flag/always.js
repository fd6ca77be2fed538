// The page's own tools are kept out of the browser's list. Registered beside the content script (background/flags.js), which looks for it.
Object.assign(globalThis, { [Symbol.for('onecall.flag always')]: true });
