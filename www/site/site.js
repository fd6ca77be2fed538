/**
 * What every page of the site loads: Onecall itself, so that agents read this site through it, and on the first page the
 * playground.
 */
void import(new URL('../onecall/onecall.js', import.meta.url).href);

const place = document.getElementById('playground');
if (place) void import('./playground.js').then((part) => part.play(place));
