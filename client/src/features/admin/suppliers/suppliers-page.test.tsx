import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TRPCClientError } from '@trpc/client';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aSupplier } from '../../../testing/suppliers.ts';
import SuppliersPage from './suppliers-page.tsx';

let suppliers: ReturnType<typeof aSupplier>[];
let refusal: Error | null;
/** Of the next change only. */
let refusalOnce: Refusal | null;
let listRefusal: Refusal | null;
/** All changes: the procedure and its input. */
let sent: [string, Record<string, unknown>][];
/** So many answers of a test say that it has not ended. */
let stillRuns: number;

beforeEach(() => {
  suppliers = [aSupplier()];
  refusal = null;
  refusalOnce = null;
  listRefusal = null;
  sent = [];
  stillRuns = 0;
});

asAdmin((name, input) => {
  const procedure = name.replace('admin.suppliers.', '');
  if (procedure === 'list') {
    if (listRefusal) throw listRefusal;
    return { items: suppliers };
  }
  sent.push([procedure, input]);
  const refused = refusalOnce ?? refusal;
  refusalOnce = null;
  if (refused) throw refused;
  if (procedure === 'test' && stillRuns-- > 0) return { running: true };
  if (procedure === 'test') return { ok: false, balance: '84.12', currency: 'INR', problem: 'It is another currency' };
  if (procedure === 'stop') suppliers = [aSupplier({ stopped: true, stoppedReason: 'person', stoppedBy: 'boss' })];
  if (procedure === 'resume') suppliers = [aSupplier()];
  return { supplier: suppliers[0] };
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('a row has the host, the balance, the books with the difference, how long it lasts, and what waits', async () => {
  suppliers = [
    aSupplier({ balance: '79', unexplained: '5.12', lastsHours: 3 + 1 / 3, unknown: 2, queued: 1200, waitingFunds: 1 }),
    aSupplier({ id: 4, name: 'Rupees', currency: 'INR', balance: null, unexplained: null, books: '-1234.5' }),
  ];
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  const row = within((await screen.findByText('Fast Panel')).closest('tr') as HTMLElement);
  for (const text of [
    'fast.example',
    'Buying',
    '$79.00',
    'Books $84.12',
    '$5.12 unexplained',
    '3 h 20 min',
    '1,200 queued',
    '1 without funds',
  ])
    expect(row.getByText(text)).toBeDefined();
  expect(row.getByRole('link', { name: '2 unknown' }).getAttribute('href')).toBe(
    '/dashboard/purchases?state=unknown&supplier=3',
  );
  expect(screen.getByRole('link', { name: 'Profit' }).getAttribute('href')).toBe('/dashboard/profit');
  const other = within(screen.getByText('Rupees').closest('tr') as HTMLElement);
  for (const text of ['Not read yet', 'Books −1,234.50 INR', 'None waits']) expect(other.getByText(text)).toBeDefined();
});

test('a supplier that does not answer has no green tick, and the overview leads to those that need a person', async () => {
  suppliers = [
    aSupplier({ name: 'Calm' }),
    aSupplier({ id: 4, name: 'Silent', unreachableSince: '2020-01-01T00:00:00.000Z' }),
    aSupplier({ id: 5, name: 'Halted', stopped: true, stoppedReason: 'unknowns' }),
    aSupplier({ id: 6, name: 'Poor', balance: '9.5', lowBalance: '10' }),
  ];
  renderScreen(<SuppliersPage />, '/dashboard/suppliers?only=unreachable');
  const row = within((await screen.findByText('Silent')).closest('tr') as HTMLElement);
  expect(row.getByText('Does not answer')).toBeDefined();
  expect(row.queryByText('Buying')).toBeNull();
  const shown = () => ['Calm', 'Silent', 'Halted', 'Poor'].filter((name) => screen.queryByText(name));
  expect(shown()).toEqual(['Silent']);
  await press('All');
  expect(shown()).toEqual(['Calm', 'Silent', 'Halted', 'Poor']);
  for (const [only, name] of Object.entries({ stopped: 'Halted', low: 'Poor' })) {
    cleanup();
    renderScreen(<SuppliersPage />, `/dashboard/suppliers?only=${only}`);
    await screen.findByText(name);
    expect(shown()).toEqual([name]);
  }
});

test('one press stops a supplier; resuming names the reason and the unknown purchases first', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await press('Stop Fast Panel');
  expect(await screen.findByText('Stopped by boss')).toBeDefined();
  suppliers = [aSupplier({ stopped: true, stoppedReason: 'unknowns', unknown: 3 })];
  await press('Test Fast Panel');
  expect(await screen.findByText('Three unknown purchases in ten minutes')).toBeDefined();
  await press('Resume Fast Panel');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Resume Fast Panel?' }));
  expect(dialog.getByText(/reason: Three unknown purchases.* 3 purchases are still unknown/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
  await screen.findByText('Fast Panel buys again.');
  expect(sent.map(([name]) => name)).toEqual(['stop', 'test', 'resume']);
});

test('a test and the row name a currency that differs', async () => {
  suppliers = [aSupplier({ balanceNamedIn: 'INR' })];
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await press('Test Fast Panel');
  await screen.findByText('Fast Panel has 84.12 INR. It names its currency INR, and here it is USD.');
  expect(screen.getByText('It names INR now, and here it is USD: not stored')).toBeDefined();
});

test('a test that takes long says so on its button, and is the same call until it ends', async () => {
  stillRuns = 2;
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await press('Test Fast Panel');
  await screen.findByText('Still running…');
  await screen.findByText(/^Fast Panel has 84\.12 INR\./);
  expect(sent).toEqual([0, 1, 2].map(() => ['test', { id: 3 }]));
  expect(screen.queryByText('Still running…')).toBeNull();
});

async function openNew() {
  await press('Add supplier');
  return within(await screen.findByRole('dialog', { name: 'Add a Supplier' }));
}

test('a new supplier needs an https address and its key; amounts are sent as typed', async () => {
  suppliers = [];
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await screen.findByText('No suppliers yet');
  const dialog = await openNew();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  for (const text of ['Name is required', 'Address is required', 'Key is required'])
    expect(await dialog.findByText(text)).toBeDefined();
  await userEvent.type(dialog.getByLabelText('Name'), 'Rupees');
  await userEvent.type(dialog.getByLabelText('Address'), 'https://r.example/api/v2');
  await userEvent.type(dialog.getByLabelText('API key'), 's3cret');
  await userEvent.clear(dialog.getByLabelText('Currency'));
  await userEvent.type(dialog.getByLabelText('Currency'), 'inr');
  await userEvent.clear(dialog.getByLabelText('Exchange rate'));
  await userEvent.type(dialog.getByLabelText('Exchange rate'), '০.০১২');
  await userEvent.type(dialog.getByLabelText(/Margin in percent/), '12.5 %');
  await userEvent.type(dialog.getByLabelText(/Alarm below/), '100');
  await userEvent.clear(dialog.getByLabelText('Calls a minute'));
  await userEvent.type(dialog.getByLabelText('Calls a minute'), '1.2k');
  await dialog.findByText('= 1,200');
  await userEvent.type(dialog.getByLabelText(/Place of the order/), 'data.order');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'save',
    {
      name: 'Rupees',
      url: 'https://r.example/api/v2',
      key: 's3cret',
      currency: 'INR',
      rate: '0.012',
      idempotent: false,
      marginPercent: 12.5,
      lowBalance: '100',
      orderLimit: null,
      dayLimit: null,
      callsPerMinute: 1_200,
      orderPlace: 'data.order',
      requestId: expect.any(String),
    },
  ]);
});

test.each(['https://other.example/api/v2', 'http://fast.example/api/v2'])(
  'the stored key is never displayed; the origin of %s needs its own',
  async (address) => {
    renderScreen(<SuppliersPage />, '/dashboard/suppliers');
    await press('Edit Fast Panel');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Fast Panel' }));
    expect(dialog.getByLabelText('API key')).toHaveProperty('value', '');
    expect(dialog.getByText('Stored. Type a new one to replace it.')).toBeDefined();
    expect(dialog.getByText(/a try would buy twice/)).toBeDefined();
    await userEvent.clear(dialog.getByLabelText('Address'));
    await userEvent.type(dialog.getByLabelText('Address'), address);
    expect(dialog.getByLabelText('It is the same panel under another address')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter the key again: the address has another host')).toBeDefined();
    expect(sent).toEqual([]);
    await userEvent.clear(dialog.getByLabelText('Address'));
    await userEvent.type(dialog.getByLabelText('Address'), 'https://fast.example/api');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.[1]).not.toHaveProperty('key');
    expect(sent[0]?.[1]).toMatchObject({ id: 3, url: 'https://fast.example/api' });
  },
);

function refusedAddress(message: string): Error {
  const data = { domainCode: 'bad_input', fieldErrors: { url: [message] }, details: null };
  return TRPCClientError.from({ error: { message, code: -32_600, data } });
}

test('another host may be another address of the same panel: off by default, and sent only for another host', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await press('Edit Fast Panel');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Fast Panel' }));
  const label = 'It is the same panel under another address';
  const type = async (url: string) => {
    await userEvent.clear(dialog.getByLabelText('Address'));
    await userEvent.type(dialog.getByLabelText('Address'), url);
  };
  refusal = refusedAddress('Orders are open');
  const save = async () => {
    const before = sent.length;
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(before + 1));
    return sent.at(-1)?.[1];
  };
  expect(dialog.queryByLabelText(label)).toBeNull();
  await userEvent.type(dialog.getByLabelText('API key'), 'k');
  await type('https://fast.example.net/api');
  expect(dialog.getByLabelText(label)).toHaveProperty('checked', false);
  expect(dialog.getByText(/Its order numbers are the same/)).toBeDefined();
  expect(await save()).not.toHaveProperty('samePanel');
  await userEvent.click(dialog.getByLabelText(label));
  expect(await save()).toMatchObject({ url: 'https://fast.example.net/api', key: 'k', samePanel: true });
  await type('https://fast.example/api');
  expect(dialog.queryByLabelText(label)).toBeNull();
  expect(await save()).not.toHaveProperty('samePanel');
});

test('another host is refused beside the address while orders are open at the former one', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await press('Edit Fast Panel');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Fast Panel' }));
  const message = 'Orders and requests that are open at fast.example: 3. Wait until they have ended.';
  refusal = refusedAddress(message);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(message);
  expect(dialog.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByLabelText('API key').getAttribute('aria-invalid')).not.toBe('true');
});

test("another admin's changes are displayed; a second save overwrites them with this form", async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await press('Edit Fast Panel');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Fast Panel' }));
  await userEvent.type(dialog.getByLabelText(/Alarm below/), '50');
  const { updatedAt, ...stored } = aSupplier({ lowBalance: '20', rate: '1.1', idempotent: true });
  const changedSupplier = { ...stored, updatedAt: '2026-02-01T10:00:00.000Z' };
  refusal = new Refusal('supplier_changed', 'Changed', { changedSupplier });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const alert = await dialog.findByRole('alert');
  expect(document.activeElement).toBe(alert);
  const notice = within(alert);
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Exchange rate: “1” → “1.1”',
    'It takes request_id: no → yes',
    'Alarm below: nothing → “20”, you typed “50”',
  ]);
  expect(dialog.getByLabelText(/Exchange rate/)).toHaveProperty('value', '1.1');
  refusal = null;
  await userEvent.click(dialog.getByRole('button', { name: 'Save all the same' }));
  await screen.findByText(/is saved\. Test it/);
  expect(sent.map(([, { expectedUpdatedAt }]) => expectedUpdatedAt)).toEqual([updatedAt, changedSupplier.updatedAt]);
  expect(sent[1]?.[1]).toMatchObject({ rate: '1.1', idempotent: true, lowBalance: '50' });
});

test('a stop in the meantime is no conflict', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await press('Edit Fast Panel');
  const changedSupplier = { ...aSupplier(), updatedAt: '2026-02-01T10:00:00.000Z' };
  refusalOnce = new Refusal('supplier_changed', 'Changed', { changedSupplier });
  await press('Save');
  await screen.findByText(/is saved\. Test it/);
  expect(sent[1]?.[1].expectedUpdatedAt).toBe(changedSupplier.updatedAt);
});

test('without an answer a new supplier is sent again under the same key', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  const dialog = await openNew();
  await userEvent.type(dialog.getByLabelText('Name'), 'Fast');
  await userEvent.type(dialog.getByLabelText('Address'), 'https://f.example/api');
  await userEvent.type(dialog.getByLabelText('API key'), 'k');
  refusal = new TypeError('Failed to fetch');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(/No answer: it may be saved/);
  await press('OK');
  refusal = null;
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(/is saved\. Test it/);
  expect(sent[1]?.[1].requestId).toBe(sent[0]?.[1].requestId);
});

test('a list that does not load says so, and is asked for again', async () => {
  listRefusal = new Refusal('forbidden', 'You are not allowed to do this.');
  renderScreen(<SuppliersPage />, '/dashboard/suppliers');
  await screen.findByText('You are not allowed to do this.');
  listRefusal = null;
  await press('Try again');
  await screen.findByText('Fast Panel');
});
