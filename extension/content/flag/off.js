// The person has switched Onecall off here. Registered beside the content script (background/flags.js), which looks for it.
Object.assign(globalThis, { [Symbol.for('onecall.flag off')]: true });
