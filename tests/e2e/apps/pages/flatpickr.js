/** flatpickr in its forms: in its own format, with a second field that the person sees, with a time, inline. */
import flatpickr from 'flatpickr';

const model = /** @type {Record<string, string>} */ ({});
/** @param {string} id @param {import('flatpickr/dist/types/options').Options} options */
function picker(id, options) {
  flatpickr(`#${id}`, { ...options, onChange: (_dates, text) => { model[id] = text; } });
}
picker('start', { dateFormat: 'd.m.Y' });
picker('end', { dateFormat: 'Y-m-d', altInput: true, altFormat: 'F j, Y', minDate: '2026-12-01' });
picker('meeting', { enableTime: true, dateFormat: 'Y-m-d H:i', time_24hr: true });
picker('free', { allowInput: true, dateFormat: 'm/d/Y' });
Object.assign(window, { model: () => model });
