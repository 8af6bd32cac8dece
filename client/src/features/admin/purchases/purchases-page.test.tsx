import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aCall, aForward, aSupplier } from '../../../testing/suppliers.ts';
import PurchasesPage from './purchases-page.tsx';

let forwards: ReturnType<typeof aForward>[];
let counts: Record<'unknown' | 'refused' | 'flagged' | 'waiting_funds' | 'queued' | 'sending', number>;
let inputs: Record<string, unknown>[];
/** All changes: the procedure and its input. */
let sent: [string, Record<string, unknown>][];
let refusal: Error | null;
let problem: string | null;
let stillRuns = 0;
let answerWords: string | null;

beforeEach(() => {
  forwards = [aForward()];
  counts = { unknown: 1, refused: 0, flagged: 0, waiting_funds: 0, queued: 0, sending: 0 };
  inputs = [];
  sent = [];
  refusal = null;
  problem = null;
  answerWords = null;
});

asAdmin((name, input) => {
  if (name === 'admin.suppliers.list') return { items: [aSupplier(), aSupplier({ id: 4, name: 'Slow Panel' })] };
  if (name === 'admin.forwards.counts') return counts;
  if (name === 'admin.forwards.list') {
    inputs.push(input);
    return { items: forwards, nextCursor: null };
  }
  if (name === 'admin.forwards.countByWords') return { count: input.supplierId === null ? 5 : 3 };
  if (name === 'admin.forwards.get') {
    const events = [
      {
        seq: 1,
        from: 'sending',
        to: 'unknown',
        supplierName: 'Fast Panel',
        byName: null,
        reason: '504',
        at: aForward().createdAt,
      },
    ];
    const balanceEvidence = { balance: '79', books: '84.12', unexplained: '5.12', at: aForward().createdAt };
    return {
      ...forwards[0],
      events,
      attemptCalls: [{ ...aCall(), supplierName: 'Fast Panel' }],
      balanceEvidence,
      balanceProof: 'bought',
      answerWords,
    };
  }
  sent.push([name.replace('admin.forwards.', ''), input]);
  if (refusal) throw refusal;
  if (name === 'admin.requests.file') return { items: [{ orderId: 100, askable: null, request: null }] };
  const state = input.outcome === 'refund' ? 'withdrawn' : 'accepted';
  const forward = { ...aForward({ state, supplierStatus: 'In progress' }), id: input.id };
  if (name.endsWith('refresh')) return stillRuns-- > 0 ? { running: true } : { forward, problem };
  return { forward };
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const show = (search = '') => renderScreen(<PurchasesPage />, `/dashboard/purchases${search}`);

test('unknown purchases are listed first, each with age, cost and the three keys', async () => {
  show();
  const row = within((await screen.findByText('Order 100')).closest('tr') as HTMLElement);
  for (const text of ['Unknown', '$0.90 of $1.20', '1,000']) expect(row.getByText(text)).toBeDefined();
  expect(row.getByRole('link', { name: 'Fast Panel' }).getAttribute('href')).toBe('/dashboard/suppliers/3');
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'It is number…',
    'Not there, send again',
    'Refund',
    'Details',
  ]);
  expect(inputs[0]).toMatchObject({ state: 'unknown' });
});

test.each([
  ['the first tab with work', { refused: 2, queued: 7 }, '', { state: 'refused' }, 'Refused2'],
  ['flagged ones', { flagged: 3 }, '', { flag: true }, 'Flagged3'],
  ['all, without work', {}, '', {}, 'All'],
  [
    'the tab of the URL, also if it is empty',
    { refused: 2 },
    '?state=waiting_funds',
    { state: 'waiting_funds' },
    'Waits for funds0',
  ],
  ['all, with a search', { refused: 2 }, '?q=100', { search: '100' }, 'All'],
])('the page opens with %s, and hides empty tabs', async (_case, some, search, input, pressed) => {
  counts = { unknown: 0, refused: 0, flagged: 0, waiting_funds: 0, queued: 0, sending: 0, ...some };
  show(search);
  await screen.findByText('Order 100');
  expect(inputs[0]).toMatchObject(input);
  expect(Object.keys(inputs[0] ?? {}).filter((key) => key === 'state' || key === 'flag')).toEqual(
    Object.keys(input).filter((key) => key !== 'search'),
  );
  const tabs = within(screen.getByRole('group', { name: 'State' })).getAllByRole('button');
  expect(tabs.filter((tab) => tab.getAttribute('aria-pressed') === 'true').map((tab) => tab.textContent)).toEqual([
    pressed,
  ]);
  expect(tabs.filter(({ textContent }) => textContent?.startsWith('Unknown'))).toEqual([]);
});

test('the tab stays after its last purchase was settled', async () => {
  counts = { ...counts, refused: 2 };
  show();
  await screen.findByText('Order 100');
  counts = { ...counts, unknown: 0 };
  await press('Order 100: refund');
  await press('Refund $1.20');
  expect(await screen.findByRole('button', { name: 'Unknown 0', pressed: true })).toBeDefined();
  expect(inputs.every(({ state }) => state === 'unknown')).toBe(true);
});

test('"it is number N" sends the number; without an answer it goes again under the same key', async () => {
  show();
  await press('Order 100: it is number…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Order 100 was bought' }));
  await userEvent.click(dialog.getByRole('button', { name: /Save the number/ }));
  expect(await dialog.findByText('The number at the supplier is required')).toBeDefined();
  await userEvent.type(dialog.getByLabelText(/supplier’s number/), '২৩৫০১');
  refusal = new TypeError('Failed to fetch');
  await userEvent.click(dialog.getByRole('button', { name: /Save the number/ }));
  await press('OK');
  refusal = null;
  await userEvent.click(dialog.getByRole('button', { name: /Save the number/ }));
  await screen.findByText('Order 100: Bought');
  expect(sent[0]).toEqual(['settle', { id: 9, outcome: 'bought', externalId: '23501', requestId: expect.any(String) }]);
  expect(sent[1]).toEqual(sent[0]);
});

test('"these words mean" names how many purchases it settles and how, and sends the words', async () => {
  answerWords = 'Something went wrong, try again';
  show('?forward=9');
  await press('These words mean…');
  const dialog = within(await screen.findByRole('dialog', { name: 'These words mean…' }));
  await dialog.findByText(/3 purchases wait with these words. They stay unknown/);
  await userEvent.selectOptions(dialog.getByLabelText('They mean'), 'order');
  await userEvent.selectOptions(dialog.getByLabelText('For'), 'all');
  await dialog.findByText(/5 purchases wait with these words. Not bought: they go to the next source/);
  await userEvent.clear(dialog.getByLabelText('Words of the answer'));
  await userEvent.click(dialog.getByRole('button', { name: /Remember the words/ }));
  await dialog.findByText('Words are required');
  await userEvent.type(dialog.getByLabelText('Words of the answer'), 'went wrong');
  await userEvent.click(dialog.getByRole('button', { name: /Remember the words/ }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1]).toMatchObject({
    id: 9,
    outcome: 'not_bought',
    words: { text: 'went wrong', meaning: 'order', supplierId: null },
  });
});

test('the details say what the balance proves', async () => {
  show('?forward=9');
  await screen.findByText(/It was bought: the balance fell by its cost/);
});

test('a purchase that is unknown again is settled with a new key', async () => {
  show();
  await screen.findByText('Order 100');
  forwards = [aForward({ unknownSince: '2026-02-01T10:00:00.000Z', quantity: 1001 })];
  refusal = new TypeError('Failed to fetch');
  await press('Order 100: not there, send again');
  await press('It is not there, send it');
  await press('OK');
  refusal = null;
  await screen.findByText('1,001');
  await press('Order 100: not there, send again');
  await press('It is not there, send it');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.[1].requestId).not.toBe(sent[0]?.[1].requestId);
});

test('"it is not there" warns of buying twice, and "refund" names the amount', async () => {
  show();
  await press('Order 100: not there, send again');
  const question = within(await screen.findByRole('alertdialog', { name: 'Send order 100 again?' }));
  expect(question.getByText(/Look at Fast Panel first.*bought twice/)).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'It is not there, send it' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await press('Order 100: refund');
  await press('Refund $1.20');
  await screen.findByText('Order 100: Rejected, $1.20 refunded');
  expect(sent.map(([, { outcome }]) => outcome)).toEqual(['not_bought', 'refund']);
});

test('the second admin reads that it was settled already', async () => {
  refusal = new Refusal('already_decided', 'This has already been decided.');
  show();
  await press('Order 100: refund');
  await press('Refund $1.20');
  await screen.findByText('This has already been decided.');
  await press('OK');
});

test.each([
  ['refused', { state: 'refused', flag: 'all_refused' }, ['Send again', 'Refund', 'Details']],
  ['refused, its order ended', { state: 'refused', orderStatus: 'rejected' }, ['Details']],
  ['bought', { state: 'accepted' }, ['Read the status', 'Details']],
  ['flagged', { state: 'accepted', flag: 'money_back' }, ['Read the status', 'Clear the flag', 'Details']],
  ['queued', { state: 'queued' }, ['Details']],
] as const)('the keys of a purchase that is %s', async (_, overrides, keys) => {
  forwards = [aForward({ ...overrides, unknownSince: null })];
  show('?state=all');
  const row = within((await screen.findByText('Order 100')).closest('tr') as HTMLElement);
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(keys);
  expect(inputs[0]).not.toHaveProperty('state');
});

test('a flag is in plain words, and a flagged list needs a person in any state', async () => {
  forwards = [aForward({ state: 'accepted', flag: 'partial_package', reason: 'Partial' })];
  show('?state=flagged&supplier=3');
  await screen.findByText('The supplier delivered a package in part.');
  expect(inputs[0]).toMatchObject({ flag: true, supplierId: 3 });
  await press('Order 100: clear the flag');
  await waitFor(() => expect(sent).toEqual([['resolve', { id: 9 }]]));
});

test('a new reading of the status names it, or what the supplier said instead', async () => {
  forwards = [aForward({ state: 'accepted' })];
  show('?state=accepted');
  stillRuns = 1;
  await press('Order 100: read the status');
  await screen.findByText('Still running…');
  await screen.findByText('Order 100: In progress');
  for (const [said, words] of [
    ['Incorrect order ID', 'Incorrect order ID'],
    ['timed_out', 'it did not come in time'],
  ] as const) {
    problem = said;
    await press('Order 100: read the status');
    await screen.findByText(words);
  }
});

test('the details have every attempt with its bytes, the history and the balance as evidence', async () => {
  show();
  await press('Details of order 100');
  const dialog = within(await screen.findByRole('dialog', { name: 'Purchase of order 100' }));
  for (const text of ['<html><h1>Gateway Timeout</h1></html>', '504', '$5.12', 'Attempt 1'])
    expect(dialog.getByText(text)).toBeDefined();
  expect(screen.getByTestId('place').textContent).toContain('forward=9');
});

test('without unknown purchases the page says so', async () => {
  forwards = [];
  show();
  await screen.findByText('No purchase is unknown.');
});

const overcharged = {
  ...{ state: 'accepted' as const, flag: 'overcharged' as const, supplierCharge: '2.7', unknownSince: null },
};

test('an overcharge names the loss, and an admin corrects the cost', async () => {
  forwards = [aForward(overcharged)];
  show('?forward=9');
  expect((await screen.findAllByText(/\$2\.70 in place of \$0\.90: \$1\.80 more/)).length).toBeGreaterThan(0);
  await press('Correct the cost…');
  const cost = await screen.findByRole('textbox', { name: 'Cost in USD' });
  expect((cost as HTMLInputElement).value).toBe('2.7');
  await userEvent.clear(cost);
  await userEvent.type(cost, '2.7000000001');
  await press('Save the cost');
  expect(await screen.findByText('Reason is required')).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'They really took it');
  await press('Save the cost');
  expect(await screen.findByText('The cost is corrected')).toBeDefined();
  expect(sent).toEqual([
    [
      'correctCost',
      {
        ...{ id: 9, cost: '2.7000000001', reason: 'They really took it', expectedCost: '0.9' },
        requestId: expect.any(String) as string,
      },
    ],
  ]);
});

test('a completion with remains names them, and offers a refill where the service has one', async () => {
  const more = { flag: 'completed_with_remains' as const, supplierRemains: 20, quantity: 50 };
  forwards = [aForward({ ...overcharged, ...more, hasRefill: true }), aForward({ ...overcharged, ...more, id: 10 })];
  show('?state=flagged');
  expect(await screen.findAllByText(/20 of 50 said undelivered/)).toHaveLength(2);
  const buttons = screen.getAllByRole('button', { name: 'Order 100: ask for a refill' });
  expect(buttons).toHaveLength(1);
  await press('Order 100: ask for a refill');
  expect(await screen.findByText('This order can have no refill now.')).toBeDefined();
  expect(sent).toEqual([
    ['admin.requests.file', { kind: 'refill', orderIds: [100], requestId: expect.any(String) as string }],
  ]);
});
