// A second tool that only reads is wanted here. Registered beside the content script (background/flags.js), which looks for it.
Object.assign(globalThis, { [Symbol.for('onecall.flag look')]: true });
