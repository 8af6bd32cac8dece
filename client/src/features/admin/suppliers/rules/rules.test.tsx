import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorMessages } from '#shared/errors.ts';
import { micros } from '#shared/money.ts';
import { asAdmin } from '../../../../testing/as-admin.ts';
import { Refusal } from '../../../../testing/fake-server.ts';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import { aSupplier } from '../../../../testing/suppliers.ts';
import SuppliersPage from '../suppliers-page.tsx';

/** All changes: the procedure and its input. */
let sent: [string, Record<string, unknown>][];
let words: { word: string; category: string }[];
let refusalWords: { text: string; meaning: string; supplierId: number | null }[];
let statusWords: { word: string; meaning: string }[];
/** As another admin has saved them since. */
let otherRules: typeof rules | null;

const rules = {
  marginPercent: 20,
  leastMarginPercent: 0,
  smallChangePercent: 10,
  risePercent: 50,
  floorMicros: micros(0),
  stepMicros: micros(100),
  refillDays: 30,
  updatedAt: '2026-01-31T10:00:00.000Z',
};

beforeEach(() => {
  // jsdom has no layout, and the tables of words render only the rows that fit.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320);
  sent = [];
  words = [{ word: 'facebook', category: 'facebook' }];
  statusWords = [{ word: 'pending', meaning: 'open' }];
  refusalWords = [{ text: 'went wrong', meaning: 'may_be_bought', supplierId: 3 }];
  otherRules = null;
});

afterEach(() => vi.restoreAllMocks());

asAdmin((name, input) => {
  const procedure = name.replace('admin.suppliers.', '');
  if (procedure === 'list') return { items: [aSupplier()] };
  if (procedure === 'rules') return otherRules ?? rules;
  if (procedure === 'categoryWords') return { words, version: versionOf(words) };
  if (procedure === 'refusalWords') return { words: refusalWords, version: versionOf(refusalWords), unknown };
  if (procedure === 'statusWords')
    return { words: statusWords, version: versionOf(statusWords), unknown: [{ word: 'Stuck', count: 3 }] };
  sent.push([procedure, input]);
  const { expectedUpdatedAt, expectedVersion } = input;
  const isStale =
    (procedure === 'setRules' && expectedUpdatedAt !== (otherRules ?? rules).updatedAt) ||
    (procedure === 'setCategoryWords' && expectedVersion !== versionOf(words)) ||
    (procedure === 'setStatusWords' && expectedVersion !== versionOf(statusWords));
  if (isStale) throw new Refusal('settings_changed', errorMessages.settings_changed);
  return procedure === 'setRules' ? { ...rules, ...input } : { ...input, version: 'next', unknown: [] };
});

const unknown = ['Oops'];

const versionOf = (list: object[]) => JSON.stringify(list);

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('the rules of prices and the tables of words are saved', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers?tab=rules');
  const margin = await screen.findByLabelText('Margin in percent');
  await userEvent.clear(margin);
  await userEvent.type(margin, '10001');
  await press('Save');
  await screen.findByText('Margin must be a percentage from 0 to 10000, with at most 2 decimals');
  await userEvent.clear(margin);
  await userEvent.type(margin, '35');
  await press('Save');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'setRules',
    { ...rules, updatedAt: undefined, marginPercent: 35, expectedUpdatedAt: rules.updatedAt },
  ]);
  const table = within(screen.getByRole('region', { name: 'Categories' }));
  await userEvent.type(table.getByLabelText('Word'), 'FaceBook');
  await userEvent.click(table.getByRole('button', { name: 'Add word' }));
  expect(table.getByText('This word is in the table already')).toBeDefined();
  await userEvent.clear(table.getByLabelText('Word'));
  await userEvent.type(table.getByLabelText('Word'), 'Insta');
  await userEvent.selectOptions(table.getByLabelText('Category'), 'instagram');
  await userEvent.click(table.getByRole('button', { name: 'Add word' }));
  await userEvent.click(table.getByRole('button', { name: 'Remove facebook' }));
  await userEvent.click(table.getByRole('button', { name: 'Save: Categories' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual([
    'setCategoryWords',
    { words: [{ word: 'insta', category: 'instagram' }], expectedVersion: versionOf(words) },
  ]);
});

test('rules that another admin has changed are compared, and overwritten only by choice', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers?tab=rules');
  const margin = await screen.findByLabelText('Margin in percent');
  otherRules = { ...rules, marginPercent: 30, updatedAt: '2026-02-01T10:00:00.000Z' };
  await userEvent.clear(margin);
  await userEvent.type(margin, '35');
  await press('Save');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toContain('Margin in percent3035');
  await userEvent.click(dialog.getByRole('button', { name: 'Save mine over it' }));
  await screen.findByText('Saved');
  const { updatedAt: expectedUpdatedAt } = otherRules;
  expect(sent[1]).toMatchObject(['setRules', { marginPercent: 35, expectedUpdatedAt }]);
});

test('words that another admin has added join those that are not saved yet', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers?tab=rules');
  const table = within(await screen.findByRole('region', { name: 'Categories' }));
  await userEvent.click(await table.findByRole('button', { name: 'Remove facebook' }));
  words = [...words, { word: 'tok', category: 'tiktok' }];
  await userEvent.click(table.getByRole('button', { name: 'Save: Categories' }));
  const notice = await table.findByRole('alert');
  expect(notice.textContent).toContain('Nothing was saved yet');
  expect(within(notice).getByRole('listitem').textContent).toBe('tok: not in the table → TikTok');
  expect(table.getByRole('button', { name: 'Remove tok' })).toBeDefined();
  expect(table.queryByText('facebook')).toBeNull();
  await userEvent.click(table.getByRole('button', { name: 'Save: Categories' }));
  await waitFor(() => expect(table.queryByRole('alert')).toBeNull());
  expect(sent[1]?.[1]).toEqual({
    words: [{ word: 'tok', category: 'tiktok' }],
    expectedVersion: versionOf(words),
  });
});

test('a meaning that another admin has changed is displayed before it is overwritten', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers?tab=rules');
  const table = within(await screen.findByRole('region', { name: 'Words for statuses' }));
  await userEvent.selectOptions(await table.findByLabelText('Meaning of pending'), 'canceled');
  statusWords = [{ word: 'pending', meaning: 'completed' }];
  await userEvent.click(table.getByRole('button', { name: 'Save: Words for statuses' }));
  const notice = await table.findByRole('alert');
  expect(within(notice).getByRole('listitem').textContent).toBe(
    'pending: At work → Completed, you chose Canceled: refunded',
  );
  await waitFor(() => expect(document.activeElement).toBe(notice));
  await userEvent.click(table.getByRole('button', { name: 'Save: Words for statuses' }));
  await screen.findByText('Saved');
  expect(sent[1]).toEqual([
    'setStatusWords',
    { words: [{ word: 'pending', meaning: 'canceled' }], expectedVersion: versionOf(statusWords) },
  ]);
});

test('a word that orders wait for is one press away from its meaning', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers?tab=rules');
  await press('Stuck 3');
  const table = within(screen.getByRole('region', { name: 'Words for statuses' }));
  await userEvent.selectOptions(table.getByLabelText('Meaning'), 'canceled');
  await userEvent.click(table.getByRole('button', { name: 'Add word' }));
  await userEvent.click(table.getByRole('button', { name: 'Save: Words for statuses' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1]).toEqual({
    words: [
      { word: 'stuck', meaning: 'canceled' },
      { word: 'pending', meaning: 'open' },
    ],
    expectedVersion: versionOf(statusWords),
  });
});

test('words in refusals are of one supplier or of all, and those that wait are offered', async () => {
  renderScreen(<SuppliersPage />, '/dashboard/suppliers?tab=rules');
  const table = within(await screen.findByRole('region', { name: 'Words in refusals' }));
  await table.findByText('went wrong (Fast Panel)');
  await userEvent.click(table.getByRole('button', { name: /Oops/ }));
  await userEvent.selectOptions(table.getByLabelText('Meaning'), 'funds');
  await userEvent.click(table.getByRole('button', { name: 'Add word' }));
  await userEvent.click(table.getByRole('button', { name: 'Save: Words in refusals' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'setRefusalWords',
    {
      words: [{ text: 'Oops', meaning: 'funds', supplierId: null }, ...refusalWords],
      expectedVersion: versionOf(refusalWords),
    },
  ]);
});
