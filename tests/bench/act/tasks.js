/**
 * Tasks in real apps, each written twice with the fewest calls a competent agent needs: through `call`, and through the tools
 * of `@playwright/mcp` with refs from what that really answered. Both begin on the open page and know nothing of it.
 */

/** @import { Peer } from './peer.js' */

/**
 * @typedef {(path?: string | Array<{ path: string, args: unknown }>, args?: unknown) => Promise<string>} Call Several steps in one call where what they name is known.
 * @typedef {object} Task
 * @property {string} app As in tests/e2e/apps, or `shop`.
 * @property {string} what
 * @property {(call: Call) => Promise<void>} ours
 * @property {(peer: Peer) => Promise<void>} theirs
 * @property {(model: unknown) => boolean} holds
 */

/** @type {Omit<Task, 'app'>} */
const todo = {
  what: 'add two, complete one, delete the other',
  async ours(call) {
    await call();
    await call(['Milk', 'Tea'].flatMap((text) => [
      { path: 'page.forms["New todo"].fill', args: { 'What needs to be done?': text } },
      { path: 'page.forms["New todo"].submit', args: [] },
    ]));
    await call([{ path: 'page.fields["Done: Tea"].check', args: [] }, { path: 'page.buttons["Delete Milk"].click', args: [] }]);
  },
  async theirs(peer) {
    await peer.snapshot();
    const box = /textbox "What needs to be done\?"/;
    await peer.type(box, 'Milk', true);
    await peer.type(box, 'Tea', true);
    await peer.snapshot();
    await peer.click(/checkbox "Done: Tea"/);
    await peer.click(/button "Delete Milk"/);
  },
  holds: (model) => JSON.stringify(model) === JSON.stringify([{ text: 'Tea', done: true }]),
};

/** @type {Task[]} */
export const TASKS = [
  {
    app: 'shop',
    what: 'refund one of 500 orders',
    async ours(call) {
      await call();
      await call('page.tables.Orders.rows["A-1137"].buttons.Refund.click', []);
      await call('page.dialogs["Refund order A-1137"].fill', { Reason: 'Arrived damaged' });
      await call('page.dialogs["Refund order A-1137"].buttons["Confirm refund"].click', []);
    },
    async theirs(peer) {
      await peer.find('A-1137');
      await peer.snapshot(peer.ref(/- row /, peer.lines.findIndex((line) => line.includes('rowheader "A-1137"')) - 1));
      await peer.click(peer.ref(/button "Refund/));
      await peer.find('Reason');
      await peer.select(peer.ref(/combobox "Reason"/), 'Arrived damaged');
      await peer.find('Confirm refund');
      await peer.click(peer.ref(/button "Confirm refund"/));
    },
    holds: (model) => /A-1137[\s\S]*refunded/i.test(String(model)),
  },
  { app: 'todo-react18', ...todo },
  { app: 'todo-react19', ...todo },
  { app: 'todo-vue', ...todo },
  { app: 'todo-elements', ...todo },
  { app: 'todo-angular', ...todo },
  {
    app: 'wizard',
    what: 'check out in three steps',
    async ours(call) {
      await call();
      await call('page.forms.Address.fill', { 'Full name': 'Ann Lee', 'E-mail': 'ann@shop.test', Country: 'Italy' });
      await call('page.waitFor', { path: 'page.forms.Address.fields.Region', enabled: true });
      await call('page.forms.Address.fields.Region.choose', ['Tuscany']);
      await call('page.buttons.Continue.click', []);
      await call('page.forms.Delivery.fill', { Speed: 'express', Day: '2026-12-05', 'It is a gift': true });
      await call('page.buttons.Continue.click', []);
      await call('page.buttons.Finish.click', []);
      await call('page.waitFor', { text: 'Order A-17 is placed' });
    },
    async theirs(peer) {
      await peer.snapshot();
      await peer.fill([
        [peer.ref(/textbox "Full name"/), 'Full name', 'textbox', 'Ann Lee'],
        [peer.ref(/textbox "E-mail"/), 'E-mail', 'textbox', 'ann@shop.test'],
        [peer.ref(/combobox "Country"/), 'Country', 'combobox', 'Italy'],
      ]);
      await peer.select(peer.ref(/combobox "Region"/), 'Tuscany');
      const next = peer.ref(/button "Continue"/);
      await peer.click(next);
      await peer.snapshot();
      await peer.fill([
        [peer.ref(/radio "express"/), 'express', 'radio', 'true'],
        [peer.ref(/textbox "Day"/), 'Day', 'textbox', '2026-12-05'],
        [peer.ref(/checkbox "It is a gift"/), 'It is a gift', 'checkbox', 'true'],
      ]);
      await peer.click(peer.ref(/button "Continue"/));
      await peer.snapshot();
      await peer.click(peer.ref(/button "Finish"/));
      await peer.wait('Order A-17 is placed');
    },
    holds(model) {
      const { placed, order } = /** @type {{ placed: string, order: { region: string, speed: string, date: string, gift: boolean } }} */ (model);
      return placed === 'A-17' && order.region === 'Tuscany' && order.speed === 'express' && order.date === '2026-12-05' && order.gift;
    },
  },
  {
    app: 'grid',
    what: 'edit two cells of a thousand rows',
    async ours(call) {
      await call();
      await call('page.tables.People.rows["A-1001"].Name.set', ['Ann Lee']);
      await call('page.tables.People.rows["A-1002"].Amount.set', [42]);
    },
    async theirs(peer) {
      await peer.snapshot();
      const cell = (/** @type {string} */ row, /** @type {string} */ old) => peer.ref(new RegExp(`gridcell "${old}"`), peer.lines.findIndex((line) => line.includes(`gridcell "${row}"`)));
      const edits = [[cell('A-1001', 'Person 1'), 'Ann Lee'], [cell('A-1002', '7'), '42']];
      for (const [target = '', now = ''] of edits) {
        await peer.click(target, true);
        await peer.find('Input Editor');
        await peer.type(peer.ref(/(?:textbox|spinbutton) "Input Editor"/), now, true);
      }
    },
    holds(model) {
      const rows = /** @type {Array<{ name: string, amount: number }>} */ (Array.isArray(model) ? model : []);
      return rows[0]?.name === 'Ann Lee' && rows[1]?.amount === 42;
    },
  },
  {
    app: 'react-select',
    what: 'choose one, and one of a server',
    async ours(call) {
      await call();
      await call('page.forms.Trip.fields.From.choose', ['Bern']);
      await call('page.forms.Trip.fields.To.choose', ['Vienna']);
    },
    async theirs(peer) {
      await peer.snapshot();
      await peer.type(peer.ref(/combobox "From"/), 'Bern', true);
      await peer.type(peer.ref(/combobox "To"/), 'Vienna');
      await peer.gone('Loading...');
      await peer.find('Vienna');
      await peer.click(peer.ref(/option "Vienna"/));
    },
    holds(model) {
      const { one, late } = /** @type {{ one: string, late: string }} */ (model);
      return one === 'bern' && late === 'vienna';
    },
  },
  {
    app: 'popups',
    what: 'Radix select and Headless combobox',
    async ours(call) {
      await call();
      await call('page.forms.Order.fields.Fruit.choose', ['Banana']);
      await call('page.forms.Order.fields.Assignee.choose', ['Bo Chen']);
    },
    async theirs(peer) {
      await peer.snapshot();
      await peer.click(peer.ref(/combobox "Fruit"/));
      await peer.find('Banana');
      await peer.click(peer.ref(/option "Banana"/));
      await peer.type(peer.ref(/combobox "Assignee"/), 'Bo Chen');
      await peer.find('Bo Chen');
      await peer.click(peer.ref(/option "Bo Chen"/));
    },
    holds(model) {
      const { fruit, person } = /** @type {{ fruit: string, person: string }} */ (model);
      return fruit === 'banana' && person === 'Bo Chen';
    },
  },
  {
    app: 'flatpickr',
    what: 'pick 24 December in a calendar',
    async ours(call) {
      await call();
      await call('page.fields.Start.set', ['2026-12-24']);
    },
    async theirs(peer) {
      await peer.snapshot();
      await peer.click(peer.ref(/textbox "Start"/));
      await peer.find('Month');
      await peer.select(peer.ref(/combobox "Month"/), 'December');
      await peer.find('December 24, 2026');
      await peer.click(peer.ref(/"December 24, 2026"/));
    },
    holds: (model) => /** @type {{ start: string }} */ (model).start === '24.12.2026',
  },
];
