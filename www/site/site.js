/**
 * What every page of the site loads: Onecall itself with the site's own model, so that agents read this site through it, and where
 * there is a playground, that.
 */
import { publishSite } from './model.js';

/** @typedef {{ onecall: import('../src/onecall').Onecall }} Module */

void import(new URL('../onecall/onecall.js', import.meta.url).href).then((/** @type {Module} */ { onecall }) => publishSite(onecall));

const place = document.getElementById('playground');
if (place) void import('./playground.js').then((part) => part.play(place));
