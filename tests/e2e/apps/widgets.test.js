/**
 * Widgets that agents meet everywhere: a wizard with late data, selects of several libraries, date pickers, a data
 * grid edited in place, form controls that are web components.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFault } from '../pages.js';
import { APPS } from './apps.js';
import { withApps } from './lib.js';

const apps = withApps(APPS);

test('checkout wizard: errors come with the answer, late options are waited for, the order is placed', async () => {
  const { does, call, model, close } = await apps.open('wizard');
  const first = await does('page.buttons.Continue.click');
  for (const said of ['Enter a name', 'Enter an e-mail address', 'Choose a country']) assert.match(first, new RegExp(`error "${said}"`));
  await does('page.forms.Address.fill', { Country: 'Italy', 'E-mail': 'ann@shop.test', 'Full name': 'Ann Lee' });
  await does('page.waitFor', { path: 'page.forms.Address.fields.Region', enabled: true });
  const missed = await call('page.forms.Address.fields.Region.choose', ['Rome']);
  isFault(missed, 'invalid_argument');
  assert.match(missed, /"Lazio", "Tuscany"/);
  await does('page.forms.Address.fields.Region.choose', ['Tuscany']);
  await does('page.buttons.Continue.click');
  await does('page.forms.Delivery.fill', { 'It is a gift': true, Speed: 'express' });
  assert.match(await does('page.buttons.Continue.click'), /error "Choose a day"/);
  isFault(await call('page.forms.Delivery.fill', { Day: '2026-11-01' }), 'invalid_argument');
  await does('page.forms.Delivery.fill', { Day: '2026-12-05', Message: 'Hi' });
  await does('page.buttons.Continue.click');
  await does('page.buttons.Finish.click');
  assert.match(await call('page.waitFor', { text: 'Order A-17 is placed' }), /^done/);
  const { placed, order } = /** @type {{ placed: string, order: object }} */ (await model());
  assert.equal(placed, 'A-17');
  assert.deepEqual(order, { name: 'Ann Lee', email: 'ann@shop.test', country: 'Italy', region: 'Tuscany', speed: 'express', date: '2026-12-05', gift: true, note: 'Hi' });
  await close();
});

test('react-select: one, several, options of a server, options in a portal; a miss says what is offered', async () => {
  const { does, call, model, close } = await apps.open('react-select');
  await does('page.forms.Trip.fields.From.choose', ['Bern']);
  const missed = await call('page.forms.Trip.fields.From.choose', ['Paris']);
  isFault(missed, 'invalid_argument');
  assert.match(missed, /"Amsterdam", "Berlin"/);
  await does('page.forms.Trip.fields.Via.choose', [['Bonn', 'Rome']]);
  await does('page.forms.Trip.fields.To.choose', ['Vienna']);
  await does('page.forms.Trip.fill', { Back: 'Zürich' });
  assert.deepEqual(await model(), { one: 'bern', many: ['bonn', 'rome'], late: 'vienna', away: 'zürich' });
  assert.match(await call('page.forms.Trip'), /"From" \| combobox \| Bern/);
  await close();
});

test('Radix and Headless UI: popups in portals, typing to filter, listbox buttons, menus', async () => {
  const { does, call, model, close } = await apps.open('popups');
  await does('page.forms.Order.fields.Fruit.choose', ['Banana']);
  const missed = await call('page.forms.Order.fields.Fruit.choose', ['Plum']);
  assert.match(missed, /"Apple", "Banana", "Blueberry", "Cherry", "Grape"/);
  isFault(await call('page.forms.Order.fields.Fruit.choose', ['Grape']), 'invalid_argument');
  await does('page.forms.Order.fields.Assignee.choose', ['Bo Chen']);
  await call('page.forms.Order.buttons');
  await does('page.forms.Order.buttons[0].choose', ['Large']);
  await does('page.forms.Order.fields["Notify me"].check');
  await does('page.buttons.More.choose', ['Archive']);
  await call('page.tablists');
  assert.match(await does('page.tablists[0].tabs.History.select'), /What was/);
  assert.deepEqual(await model(), { fruit: 'banana', person: 'Bo Chen', size: 'Large', on: true, did: 'Archive' });
  await close();
});

test('flatpickr: ISO dates through the calendar, whatever its format', async () => {
  const { tab, does, call, model, close } = await apps.open('flatpickr');
  await does('page.fields.Start.set', ['2026-12-24']);
  await call('page.fields');
  await does('page.fields[1].set', ['2027-02-28']);
  assert.doesNotMatch(await does('page.fields.Meeting.set', ['2026-12-24T14:30']), /but the page made it/);
  await does('page.fields.Free.set', ['2027-03-05']);
  // flatpickr tells of a time that was typed a moment later.
  await tab.waitForFunction(() => JSON.stringify(/** @type {{ model: () => unknown }} */ (/** @type {unknown} */ (window)).model()).includes('14:30'));
  assert.deepEqual(await model(), { start: '24.12.2026', end: '2027-02-28', meeting: '2026-12-24 14:30', free: '03/05/2027' });
  const early = await call('page.fields[1].set', ['2026-11-30']);
  isFault(early, 'invalid_argument');
  await close();
});

test('ag-Grid: cells are edited in place, by whatever editor they open', async () => {
  const { does, call, model, close } = await apps.open('grid');
  await does('page.tables.People.rows["A-1001"].Name.set', ['Ann Lee']);
  await does('page.tables.People.rows["A-1002"].City.set', ['Oslo']);
  await does('page.tables.People.rows["A-1002"].Amount.set', [42]);
  isFault(await call('page.tables.People.rows["A-1002"].Amount.set', ['abc']), 'invalid_argument');
  isFault(await call('page.tables.People.rows["A-1001"].Id.set', ['x']), 'invalid_argument');
  assert.deepEqual(await model(), [
    { id: 'A-1001', name: 'Ann Lee', city: 'Bonn', amount: 0 },
    { id: 'A-1002', name: 'Person 2', city: 'Oslo', amount: 42 },
    { id: 'A-1500', name: 'Person 500', city: 'Rome', amount: 93 },
  ]);
  await close();
});

test('ag-Grid: rows that are not loaded are brought in by their number, by the screenful, at the end', async () => {
  const { does, call, close } = await apps.open('grid');
  assert.match(await call('page.tables.People'), /of 1,?000 rows loaded[^]*scrollTo\(place\)/);
  const missed = await call('page.tables.People.rows["A-1500"]');
  isFault(missed, 'not_found');
  assert.match(missed, /are loaded[^]*try +\{"path":"page\.tables\.People\.scrollTo","args":\["next"\]\}/);
  isFault(await call('page.tables.People.rows[499]'), 'not_found');
  assert.match(await does('page.tables.People.scrollTo', [499]), /changed +page\.tables\.People has [^]*"A-1\d\d\d"/);
  assert.match(await call('page.tables.People.rows["A-1500"]'), /Person 500/);
  await does('page.tables.People.rows["A-1500"].Name.set', ['Eve']);
  await does('page.tables.People.scrollTo', ['end']);
  assert.match(await call('page.tables.People.rows["A-2000"]'), /Person 1000/);
  isFault(await call('page.tables.People.scrollTo', ['end']), 'failed');
  await does('page.tables.People.scrollTo', ['start']);
  await does('page.tables.People.scrollTo', ['next']);
  isFault(await call('page.tables.People.scrollTo', ['sideways']), 'invalid_argument');
  await close();
});

test('Shoelace: controls in shadow roots, a dialog', async () => {
  const { does, model, close } = await apps.open('shoelace');
  await does('page.forms.Profile.fill', { About: 'me', Name: 'Ann' });
  await does('page.forms.Profile.fields.Team.choose', ['Blue team']);
  await does('page.forms.Profile.fields.Size.choose', ['Small']);
  await does('page.forms.Profile.fields["I agree"].check');
  await does('page.forms.Profile.fields.News.check');
  assert.match(await does('page.buttons.Open.click'), /\+ page\.dialogs\["Sure\?"\]/);
  await does('page.dialogs["Sure?"].accept');
  assert.deepEqual(await model(), { name: 'Ann', about: 'me', team: 'blue', size: 's', agreed: true, news: true, said: 'yes' });
  await close();
});
