import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { micros, nanos } from '#shared/money.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aCall, aLine, aSupplier } from '../../../testing/suppliers.ts';
import SupplierPage from './supplier-page.tsx';

// Hundreds of rows take a minute in jsdom.
vi.mock('#shared/supplier-catalogue.ts', async (load) => ({ ...(await load<object>()), MAX_ACCEPTED_LINES: 2 }));

const AT = '2026-01-31T10:00:00.000Z';

let supplier: ReturnType<typeof aSupplier>;
let lines: ReturnType<typeof aLine>[];
let problem: { reason: string; text: string } | null;
let leftOut: { externalId: string; reason: string }[];
let filters: unknown[];
/** All changes: the procedure and its input. */
let sent: [string, Record<string, unknown>][];
let isLost: boolean;
let stillRuns: number;
/** Why a source is paused after it was resumed. */
let stillPaused: string | null = null;
let isChanged: boolean;
/** Lines of the filter that are not left out; undefined for all. */
let acceptable: number | undefined;

const none = { new: 0, gone: 0, dearer: 0, cheaper: 0, limits: 0, fields: 0, type: 0, not_sold: 0 };

beforeEach(() => {
  supplier = aSupplier();
  lines = [aLine()];
  problem = null;
  leftOut = [];
  filters = [];
  sent = [];
  stillRuns = 0;
  isLost = false;
  isChanged = false;
  acceptable = undefined;
});

asAdmin((name, input) => {
  const procedure = name.replace('admin.suppliers.', '');
  const counts = { ...none, new: 1, all: lines.length, listed: 4, acceptable: acceptable ?? lines.length };
  switch (procedure) {
    case 'get':
      return supplier;
    case 'proposal':
      filters.push(input.filter);
      return { items: lines, counts, listedAt: AT, problem, nextCursor: null };
    case 'rules':
      return { floorMicros: micros(0), stepMicros: micros(10_000), marginPercent: 20 };
    case 'entries':
      return {
        items: [
          {
            seq: 2,
            kind: 'purchase',
            amount: '-0.9',
            balanceAfter: '99.1',
            forwardId: 9,
            orderId: 100,
            reason: null,
            by: null,
            at: AT,
          },
          {
            seq: 1,
            kind: 'payment',
            amount: '100',
            balanceAfter: '100',
            forwardId: null,
            orderId: null,
            reason: 'Wise',
            by: 'boss',
            at: AT,
          },
        ],
        nextCursor: null,
      };
    case 'calls':
      return {
        items: [aCall(), aCall({ id: 500, httpStatus: null, failure: 'timed_out', response: null })],
        nextCursor: null,
      };
  }
  sent.push([procedure, input]);
  if (isLost) throw new TypeError('Failed to fetch');
  if (isChanged) throw new Refusal('catalogue_changed', 'The catalogue has changed.');
  if (procedure === 'accept') return { created: 1, updated: 0, paused: 0, leftOut, leftOutCount: leftOut.length };
  if (name === 'admin.services.resumeSource')
    return { sources: [{ supplierId: 3, externalId: '55', pausedReason: stillPaused }] };
  if (procedure === 'fetch') return stillRuns-- > 0 ? { running: true } : { counts, problem };
  if (procedure === 'payIn') return { entry: {}, books: '150' };
  throw new Error(`${name} has no answer here`);
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function show(search = '') {
  renderScreen(<SupplierPage />, `/dashboard/suppliers/3${search}`, '/dashboard/suppliers/:id');
  await screen.findByRole('heading', { name: 'Fast Panel' });
}

test('a supplier that has fallen behind with statuses says so, with the number and since when', async () => {
  supplier = aSupplier({ statusesBehind: { count: 1234, oldestAt: AT } });
  await show();
  expect(screen.getByText('1,234 open orders were not asked for in time.')).toBeDefined();
  expect(screen.getByText(/The first of them had its last status/).textContent).toMatch(/\d+ d ago\. Allow more calls/);
});

test('a line has its changes, the old and the new cost and price, and its limits', async () => {
  lines = [
    aLine({
      changes: ['dearer', 'limits'],
      cost: '45',
      priceByRuleMicros: micros(54_000_000),
      service: {
        id: 34,
        name: 'Page Likes',
        priceMicros: micros(1_080_000),
        pricedByRule: true,
        hidden: false,
        pausedReason: null,
        acceptedCost: '0.9',
        min: 10,
        max: 1000,
      },
    }),
    aLine({
      externalId: '56',
      name: 'By Hand',
      service: {
        id: 35,
        name: 'Hand-made',
        priceMicros: micros(2_000_000),
        pricedByRule: false,
        hidden: false,
        pausedReason: null,
        acceptedCost: '0.9',
        min: 10,
        max: 5000,
      },
    }),
    aLine({ externalId: '57', name: 'Polls', changes: ['not_sold'], type: null, tradeType: 'Poll' }),
  ];
  await show();
  const row = within((await screen.findByText('Page Likes')).closest('tr') as HTMLElement);
  for (const text of ['Dearer', 'Limits', '$0.90 →', '$45.00', '$1.08 →', '$54.00', '10 to 1,000 →', '10 to 5,000'])
    expect(row.getByText(text)).toBeDefined();
  const byHand = within(screen.getByText('Hand-made').closest('tr') as HTMLElement);
  for (const text of ['$2.00', 'by hand']) expect(byHand.getByText(text)).toBeDefined();
  const polls = within(screen.getByText('Polls').closest('tr') as HTMLElement);
  for (const text of ['Type not sold', 'Type there: Poll']) expect(polls.getByText(text)).toBeDefined();
  expect(polls.getByRole('checkbox')).toHaveProperty('disabled', true);
});

const service = {
  ...{
    id: 34,
    name: 'Page Likes',
    priceMicros: micros(1_080_000),
    pricedByRule: true,
    hidden: false,
    pausedReason: null,
  },
  ...{ min: 10, max: 5000, acceptedCost: '0.9' },
};

test.each([
  ['accepted', 'Accept 1', { lines: ['55', '56'], confirm: ['55'], readAt: AT }],
  ['left out', 'Cancel', { lines: ['56'], readAt: AT }],
])('a fall by more than half asks with the old and the new price, and is %s', async (_, answer, input) => {
  lines = [
    aLine({ changes: ['cheaper'], isDoubted: true, cost: '0.3', priceByRuleMicros: micros(360_000), service }),
    aLine({ externalId: '56', name: 'Views' }),
  ];
  await show();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
  await press('Accept 2');
  const dialog = within(await screen.findByRole('alertdialog', { name: /Facebook Page Likes/ }));
  const question = (await dialog.findByText(/Its cost there was/)).textContent;
  for (const figure of ['0.9', '0.3', '1.08', '0.36']) expect(question).toContain(figure);
  await userEvent.click(dialog.getByRole('button', { name: answer }));
  await waitFor(() => expect(sent).toMatchObject([['accept', input]]));
});

test('a line that can not be read has its place and reason, and is not accepted', async () => {
  lines = [
    aLine({ externalId: null, name: 'Mystery', place: 12, changes: ['unreadable'], reason: 'rate_other_currency' }),
  ];
  await show('?change=unreadable');
  await screen.findByText(/Its rate is in another currency/);
  expect(screen.getByText(/Line 12/)).toBeDefined();
  expect(filters).toContainEqual({ change: 'unreadable' });
  expect(screen.queryByRole('checkbox', { name: /Mystery/ })).toBeNull();
});

test.each([
  [null, 'It is sold again'],
  ['below_cost', 'Its price is below its cost and the least margin.'],
])('a paused line says why, and is shown again or says what is still wrong: %s', async (reason, text) => {
  stillPaused = reason;
  lines = [aLine({ changes: ['gone'], pausedReason: 'refused', pausedText: 'Disabled there', service })];
  await show('?change=paused');
  await screen.findByText(/The supplier refused the service\./);
  expect(screen.getByText('Disabled there')).toBeDefined();
  await press(/^Show .* again$/);
  await screen.findByText(text);
  expect(sent).toEqual([['admin.services.resumeSource', { id: 34, supplierId: 3, externalId: '55' }]]);
});

test('all lines are accepted after a question, with the typed margin; those left out are listed with the reason', async () => {
  leftOut = [{ externalId: '99', reason: 'no_quantity' }];
  await show();
  await userEvent.type(await screen.findByLabelText('Margin in percent'), '50');
  // The step is a cent: 0.9 × 1.5 = 1.35.
  expect(await screen.findByText('$1.35')).toBeDefined();
  await press('Accept 1 line');
  await userEvent.click(
    within(await screen.findByRole('alertdialog', { name: 'Accept 1 line?' })).getByRole('button', {
      name: 'Accept 1',
    }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: '1 line is left out' }));
  expect(dialog.getByText('99')).toBeDefined();
  expect(dialog.getByText('The panel can sell no quantity within the supplier’s limits.')).toBeDefined();
  const input = { id: 3, all: true, marginPercent: 50, readAt: AT, requestId: expect.any(String) as string };
  expect(sent).toEqual([['accept', input]]);
});

test.each([
  ['', 'Accept all 2 lines'],
  ['?q=likes', 'Accept 2 lines of this filter'],
])('the button %s counts only lines that are not left out, and is not there without one', async (search, name) => {
  lines = ['55', '56', '57'].map((externalId) => aLine({ externalId, name: externalId }));
  acceptable = 2;
  await show(search);
  await press(name);
  expect(await screen.findByRole('alertdialog', { name: 'Accept 2 lines?' })).toBeDefined();
  await press('Cancel');
  acceptable = 0;
  await press('Fetch list');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull());
});

test('all lines of a list that was read since are not accepted, and the present ones are displayed', async () => {
  await show();
  await press('Accept 1 line');
  isChanged = true;
  lines = [aLine(), aLine({ externalId: '56', name: 'Other' })];
  await press('Accept 1');
  expect(await screen.findByText('The catalogue has changed.')).toBeDefined();
  await press('OK');
  expect(await screen.findByRole('button', { name: 'Accept all 2 lines' })).toBeDefined();
});

test('a filter is accepted as a filter, and a margin that is no percentage is not sent', async () => {
  await show('?change=new');
  await press('Accept 1 line of this filter');
  await press('Accept 1');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(filters).toContainEqual({ change: 'new' });
  expect(sent[0]?.[1]).toMatchObject({ all: true, filter: { change: 'new' } });
  await userEvent.type(screen.getByLabelText('Margin in percent'), 'lots');
  expect(await screen.findByText('Enter a percentage from 0 to 10,000')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Accept 1 line of this filter' })).toHaveProperty('disabled', true);
});

test('a category chooses its line; without an answer the same lines go again under the same key', async () => {
  lines = [
    aLine({ category: { slug: 'spotify-plays', isNew: true, name: 'Plays', nameBn: null } }),
    aLine({ externalId: '56', name: 'Other' }),
  ];
  await show();
  await screen.findAllByRole('option', { name: 'Facebook' });
  await userEvent.selectOptions(screen.getByLabelText('Category of Facebook Page Likes'), 'facebook');
  isLost = true;
  const bar = within(await screen.findByRole('region', { name: 'Chosen lines' }));
  await userEvent.click(bar.getByRole('button', { name: 'Accept 1' }));
  await screen.findByText(/Accept them again, it is done once/);
  await press('OK');
  isLost = false;
  await userEvent.click(bar.getByRole('button', { name: 'Accept 1' }));
  await screen.findByText('Created 1, updated 0, paused 0.');
  expect(sent[0]?.[1]).toMatchObject({ id: 3, lines: [{ externalId: '55', category: 'facebook' }] });
  expect(sent[1]?.[1]).toEqual(sent[0]?.[1]);
});

test('a list that is read for long says so on its button', async () => {
  stillRuns = 1;
  await show();
  await press('Fetch list');
  await screen.findByText('Still running…');
  await screen.findByText(/^1 line differs/);
  expect(sent).toEqual([0, 1].map(() => ['fetch', { id: 3 }]));
});

test('a shrunken list changes nothing until the admin takes it all the same', async () => {
  problem = { reason: 'shrunken', text: 'The list has 4 services, and the one before had 400.' };
  await show();
  await screen.findByText('The last list was not taken');
  await press('Take it all the same');
  problem = null;
  await userEvent.click(
    within(await screen.findByRole('alertdialog', { name: 'Take the shrunken list?' })).getByRole('button', {
      name: 'Take it all the same',
    }),
  );
  await screen.findByText('1 line differs from the shop.');
  expect(sent).toEqual([['fetch', { id: 3, evenIfShrunken: true }]]);
  await press('Fetch list');
  await waitFor(() => expect(sent[1]).toEqual(['fetch', { id: 3 }]));
});

test.each([
  ['79', 'The books say $79.00, the supplier says $79.00: they agree.'],
  ['78.1', 'The books say $78.10. Before the last purchases the supplier said $79.00: they agree.'],
])('books of %s that agree with a balance of 79 say so', async (books, words) => {
  supplier = aSupplier({ balance: '79', books, unexplained: '0' });
  await show('?tab=books');
  expect(await screen.findByText(words)).toBeDefined();
});

test('the books say what is unexplained; a payment without an answer is sent again unchanged', async () => {
  supplier = aSupplier({ balance: '79', unexplained: '5.12', unknown: 2, unknownCostNanos: nanos(5_120_000_000) });
  await show('?tab=books');
  await screen.findByText(
    'The books say $84.12, the supplier says $79.00: $5.12 unexplained. 2 unknown purchases may have cost $5.12 of it.',
  );
  const row = within((await screen.findByText('Purchase')).closest('tr') as HTMLElement);
  expect(row.getByText('−$0.90')).toBeDefined();
  expect(row.getByRole('link', { name: '#100' })).toBeDefined();
  expect(screen.getByText('+$100.00')).toBeDefined();
  expect(screen.getByText('boss: Wise')).toBeDefined();
  await press('Pay in');
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment to Fast Panel' }));
  await userEvent.type(dialog.getByLabelText('Amount'), '0');
  await userEvent.click(dialog.getByRole('button', { name: /^Pay in/ }));
  expect(await dialog.findByText('Amount must not be 0')).toBeDefined();
  await userEvent.clear(dialog.getByLabelText('Amount'));
  await userEvent.type(dialog.getByLabelText('Amount'), '50');
  isLost = true;
  await userEvent.click(dialog.getByRole('button', { name: /^Pay in/ }));
  await dialog.findByText('No answer: the payment may be entered');
  expect(dialog.getByLabelText('Amount')).toHaveProperty('readOnly', true);
  isLost = false;
  await userEvent.click(dialog.getByRole('button', { name: /^Send again/ }));
  await screen.findByText('The books of Fast Panel say $150.00.');
  expect(sent[0]).toEqual(['payIn', { id: 3, amount: '50', requestId: expect.any(String) }]);
  expect(sent[1]).toEqual(sent[0]);
});

test('a call is displayed with its bytes as text, never as markup', async () => {
  await show('?tab=calls');
  const row = (await screen.findAllByRole('row')).find((each) => within(each).queryByText(/Status 504/));
  expect(within(row as HTMLElement).getByText('Unknown')).toBeDefined();
  expect(screen.getByText('No answer: it did not come in time. The supplier may have received it.')).toBeDefined();
  await press('Details of call 501');
  const dialog = within(await screen.findByRole('dialog', { name: 'Order, Call #501' }));
  expect(dialog.getByText('key=***&action=add&service=55&quantity=1000')).toBeDefined();
  expect(dialog.getByText('<html><h1>Gateway Timeout</h1></html>')).toBeDefined();
  expect(dialog.queryByRole('heading', { name: 'Gateway Timeout' })).toBeNull();
});

test('a stopped supplier says why, with the words of the supplier', async () => {
  supplier = aSupplier({ stopped: true, stoppedAt: AT, stoppedReason: 'account', stoppedText: 'Invalid API key' });
  await show();
  expect(screen.getByText('The supplier refused the key or the account')).toBeDefined();
  expect(screen.getByText('Invalid API key')).toBeDefined();
});

test("of a stop without words of the supplier only the panel's reason is displayed", async () => {
  const stoppedText = '3 unknown purchases in 10 minutes';
  supplier = aSupplier({ stopped: true, stoppedAt: AT, stoppedReason: 'unknowns', stoppedText });
  await show();
  expect(screen.getByText('Three unknown purchases in ten minutes')).toBeDefined();
  expect(screen.queryByText(/The supplier says/)).toBeNull();
});

test('more lines than are accepted at once are refused before they are sent', async () => {
  lines = Array.from({ length: 3 }, (_, at) => aLine({ externalId: String(at) }));
  await show();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
  const bar = within(await screen.findByRole('region', { name: 'Chosen lines' }));
  expect(bar.getByText(/^At most 2 lines at once/)).toBeDefined();
  expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Accept 3' }).disabled).toBe(true);
});

test('a line has its proposed category, which may be new, and facts with the words that they come from', async () => {
  lines = [
    aLine({
      category: { slug: 'instagram-followers', isNew: true, name: 'Followers', nameBn: null },
      facts: [{ fact: 'refillDays', value: '60', words: '[R60]' }],
    }),
  ];
  await show();
  const select = await screen.findByLabelText<HTMLSelectElement>('Category of Facebook Page Likes');
  await waitFor(() => expect(select.selectedOptions[0]?.textContent).toBe('Instagram › Followers'));
  expect(screen.getByText('New category')).toBeDefined();
  expect(screen.getByText('Refill days: 60').title).toBe('Read from “[R60]”');
  await userEvent.selectOptions(select, 'Instagram');
  expect(screen.queryByText('New category')).toBeNull();
  const bar = within(await screen.findByRole('region', { name: 'Chosen lines' }));
  await userEvent.click(bar.getByRole('button', { name: 'Accept 1' }));
  await screen.findByText('Created 1, updated 0, paused 0.');
  expect(sent[0]?.[1]).toMatchObject({ lines: [{ externalId: '55', category: 'instagram' }] });
});
