import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aKey } from '../../../testing/a-key.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import KeysPage from './keys-page.tsx';

const AT = '/dashboard/profile/keys';
const SECRET = 'rp_8_secretsecretsecretsecretsecretsecretsecretse_0badcafe';
const LONG_AGO = '2026-01-31T10:00:00.000Z';

/** All calls except queries: the procedure and its input. */
let asked: [string, unknown][];
/** The log of each key. */
let calls: object[];
let keys: ReturnType<typeof aKey>[];
/** What the next call other than a query is refused with. */
let refusal: Refusal | null;

beforeEach(() => {
  asked = [];
  keys = [];
  calls = [];
  refusal = null;
  start('user');
});

function start(role: 'user' | 'admin'): void {
  startSignedIn(
    (name, input) => {
      if (name === 'keys.list') return { keys };
      if (name === 'settings.public') return { publicUrl: 'https://shop.example', timeZone: 'Asia/Dhaka' };
      if (name === 'keys.calls') return { items: calls, nextCursor: null };
      asked.push([name, input]);
      const refused = refusal;
      refusal = null;
      if (refused) throw refused;
      if (name === 'keys.revoke') keys = keys.filter(({ id }) => id !== input.id);
      if (name === 'keys.revokeAll') {
        const revoked = keys.length;
        keys = [];
        return { revoked };
      }
      if (name === 'keys.roll') return { key: keys[0], secret: SECRET };
      if (name !== 'keys.create') return {};
      const created = aKey({ id: 8, name: String(input.name) });
      keys = [created, ...keys];
      return { key: created, secret: SECRET };
    },
    { role },
  );
}

const row = async (name: string) =>
  within((await screen.findByText(name, { selector: 'li p span' })).closest('li') as HTMLElement);

async function openDialog() {
  const { unmount } = renderScreen(<KeysPage />, AT);
  const button = await screen.findByRole('button', { name: 'New key' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  return { unmount, dialog: within(await screen.findByRole('dialog', { name: 'New API key' })) };
}

async function enter(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
}

const create = (dialog: ReturnType<typeof within>) =>
  userEvent.click(dialog.getByRole('button', { name: 'Create key' }));

test('a key is displayed with its scopes, limits and last use; only those that can be used count', async () => {
  keys = [
    aKey({ lastUsedAt: LONG_AGO, lastUsedAddress: '203.0.113.7', addresses: ['203.0.113.0/24'] }),
    aKey({ id: 6, name: 'Old one', scopes: ['admin.orders:write'], expiresAt: LONG_AGO }),
  ];
  renderScreen(<KeysPage />, AT);
  const first = await row('My website');
  for (const words of ['rp_7_…', 'Read', 'Order', 'Without an end', 'Only from 203.0.113.0/24']) first.getByText(words);
  first.getByText(/^Last used.*from 203\.0\.113\.7$/);
  const second = await row('Old one');
  for (const words of ['Change Orders', 'Never used']) second.getByText(words);
  second.getByText('Expired', { selector: 'span:not(:has(time))' });
  screen.getByText('1 of 10 keys in use');
});

test('with ten keys none can be created, with nine and an expired one it can', async () => {
  keys = Array.from({ length: 10 }, (_, at) => aKey({ id: at, name: `Key ${at}` }));
  const { unmount } = renderScreen(<KeysPage />, AT);
  await screen.findByText('You have 10 keys. Revoke one to create another.');
  expect(screen.getByRole('button', { name: 'New key' })).toHaveProperty('disabled', true);
  unmount();
  keys = keys.map((key, at) => (at === 0 ? { ...key, expiresAt: LONG_AGO } : key));
  start('user');
  await openDialog();
});

test('the examples call the address of the shop, with a placeholder for the key', async () => {
  renderScreen(<KeysPage />, AT);
  const code = async (name: string) => (await screen.findByRole('region', { name })).textContent;
  await waitFor(async () =>
    expect(await code('curl: Read the balance')).toBe(
      'curl https://shop.example/api/v2 \\\n  -d key=YOUR_KEY \\\n  -d action=balance',
    ),
  );
  await userEvent.selectOptions(screen.getByLabelText('Example'), 'Place an order');
  await userEvent.click(screen.getByRole('tab', { name: 'Python' }));
  expect(await code('Python: Place an order')).toContain('"action": "add"');
  expect(screen.getByRole('link', { name: 'Documentation for developers' }).getAttribute('href')).toBe('/developers');
});

test('what is typed becomes a key; its secret is displayed once, also in the examples, until it is stored', async () => {
  const { dialog } = await openDialog();
  await create(dialog);
  await dialog.findByText('Name is required');
  await enter(dialog.getByLabelText(/^Name/), ' My website ');
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Order/ }));
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Recharge/ }));
  await userEvent.selectOptions(dialog.getByLabelText('Valid for'), '30 days');
  await enter(dialog.getByLabelText(/^Allowed addresses/), '203.0.113.7\nsomewhere');
  await create(dialog);
  await dialog.findByText('Enter IP addresses or blocks such as 203.0.113.7 or 2001:db8::/32');
  expect(asked).toEqual([]);
  await enter(dialog.getByLabelText(/^Allowed addresses/), '203.0.113.7, 2001:db8::/32');
  await create(dialog);

  const shown = within(await screen.findByRole('dialog', { name: 'Your new key' }));
  const [[name, input] = []] = asked;
  expect([name, input]).toEqual([
    'keys.create',
    {
      name: 'My website',
      scopes: ['read', 'recharge'],
      expiresAt: expect.any(String) as unknown,
      addresses: ['203.0.113.7', '2001:db8::/32'],
    },
  ]);
  const days = (Date.parse((input as { expiresAt: string }).expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  shown.getByText(SECRET);
  shown.getByRole('button', { name: 'Copy Key of My website' });
  expect(shown.getByRole('region', { name: /^curl/ }).textContent).toContain(`-d key=${SECRET}`);
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  await shown.findByText('Store it first, then tick this.');
  await userEvent.click(shown.getByLabelText('I have stored it'));
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await row('My website');
  expect(document.body.textContent).not.toContain(SECRET);
});

test('a last day ends at midnight of the shop; a day that is over is refused', async () => {
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'One');
  await userEvent.selectOptions(dialog.getByLabelText('Valid for'), 'Another day');
  const day = dialog.getByLabelText('Valid through');
  fireEvent.change(day, { target: { value: '2026-01-31' } });
  await create(dialog);
  await dialog.findByText('Choose a day that has not ended');
  fireEvent.change(day, { target: { value: '2098-01-31' } });
  await create(dialog);
  // Dhaka is six hours ahead.
  await waitFor(() => expect(asked).toMatchObject([['keys.create', { expiresAt: '2098-01-31T18:00:00.000Z' }]]));
});

test('customers have no scopes of the administration; admins choose them by area', async () => {
  const { unmount, dialog: ofCustomer } = await openDialog();
  expect(ofCustomer.queryByText('Administration of the shop')).toBeNull();
  unmount();
  start('admin');
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'Prices');
  await userEvent.click(dialog.getByText('Administration of the shop'));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Change Services' }));
  dialog.getByText('Administration of the shop: 1 chosen');
  for (const name of [/^Read See/, /^Order Spend/]) await userEvent.click(dialog.getByRole('checkbox', { name }));
  await create(dialog);
  await waitFor(() => expect(asked).toEqual([['keys.create', { name: 'Prices', scopes: ['admin.services:write'] }]]));
});

test('a customer confirms who they are before a key is made, in place', async () => {
  refusal = new Refusal('reauthentication_required', 'Please confirm.', { confirmBy: 'password' });
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'One');
  await create(dialog);
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  question.getByText(/^You are making a key that acts for you\./);
  await enter(question.getByLabelText('Password'), 'my password');
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }));
  await screen.findByText(SECRET);
  expect(asked.map(([name]) => name)).toEqual(['keys.create', 'auth.reauthenticate', 'keys.create']);
});

test('nothing leads away from the page while a key is made', async () => {
  refusal = new Refusal('reauthentication_required', 'Please confirm.', { confirmBy: 'password' });
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'One');
  await create(dialog);
  const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  fireEvent.click(screen.getByRole('link', { name: 'Documentation for developers', hidden: true }));
  expect(screen.getByTestId('place').textContent).toBe(AT);
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await dialog.findByText('Not confirmed, so nothing was changed.');
  fireEvent.click(screen.getByRole('link', { name: 'Documentation for developers', hidden: true }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/developers'));
});

test('two taps at once make one key', async () => {
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'One');
  const button = dialog.getByRole('button', { name: 'Create key' });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText(SECRET);
  expect(asked.map(([name]) => name)).toEqual(['keys.create']);
});

test('without a scope the form is not sent, and the scopes have the focus', async () => {
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'One');
  for (const name of [/^Read/, /^Order/]) await userEvent.click(dialog.getByRole('checkbox', { name }));
  await dialog.findByText('Choose at least one scope');
  await create(dialog);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('group', { name: 'What it may do' })));
  expect(asked).toEqual([]);
});

test('a lost answer is said to be lost, because the key may exist', async () => {
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'One');
  refusal = new Refusal('busy', 'The panel is busy.');
  await create(dialog);
  await dialog.findByText('The answer was lost. If the key is in your list now, revoke it and create another.');
});

test('a refusal stays in the dialog with all that is typed', async () => {
  const { dialog } = await openDialog();
  await enter(dialog.getByLabelText(/^Name/), 'One');
  refusal = new Refusal('too_many_keys', 'You already have 10 keys.');
  await create(dialog);
  await dialog.findByText('Could not create the key');
  dialog.getByText('You already have 10 keys.');
  expect(dialog.getByLabelText(/^Name/)).toHaveProperty('value', 'One');
});

test('a key is revoked after a question', async () => {
  keys = [aKey()];
  renderScreen(<KeysPage />, AT);
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke My website' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke My website?' }));
  expect(asked).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
  await screen.findByText('My website is revoked');
  await screen.findByText('No keys yet');
  expect(asked).toEqual([['keys.revoke', { id: 7 }]]);
});

test('a key is rolled after a warning; the new secret is displayed until it is stored', async () => {
  keys = [aKey({ previousSecretEndsAt: '2098-01-31T10:00:00.000Z' })];
  renderScreen(<KeysPage />, AT);
  (await row('My website')).getByText(/^Old secret works until/);
  await userEvent.click(screen.getByRole('button', { name: 'Roll My website' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Roll My website?' }));
  dialog.getByText(/^Leaked\? Revoke it instead/);
  dialog.getByText(/^The secret from before the last roll still works/);
  expect(asked).toEqual([]);
  const button = dialog.getByRole('button', { name: 'Roll' });
  fireEvent.click(button);
  fireEvent.click(button);
  const shown = within(await screen.findByRole('dialog', { name: 'The new secret' }));
  shown.getByText(SECRET);
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  shown.getByText('Store it first, then tick this.');
  await userEvent.click(shown.getByRole('checkbox'));
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  expect(asked).toEqual([['keys.roll', { id: 7 }]]);
});

test('the calls of a key are displayed below it, also each of a batch', async () => {
  const call = { status: 200, code: null, traceId: 'trace-1', at: LONG_AGO };
  calls = [{ ...call, status: 429, code: 'too_many_requests', traceId: 'trace-2' }, call, call];
  keys = [aKey()];
  renderScreen(<KeysPage />, AT);
  await userEvent.click(await screen.findByRole('button', { name: 'Calls of My website' }));
  const log = within(await screen.findByRole('region', { name: 'Calls of My website' }));
  log.getByText('429 too_many_requests');
  expect(log.getAllByText('200')).toHaveLength(2);
  log.getByText('trace-2');
  expect(screen.getByTestId('place').textContent).toBe(`${AT}?log=7`);
});

test('a key without calls says so', async () => {
  keys = [aKey()];
  renderScreen(<KeysPage />, `${AT}?log=7`);
  await screen.findByText('No calls in the last 7 days.');
});

test('a key that has expired can only be revoked', async () => {
  keys = [aKey({ expiresAt: LONG_AGO })];
  renderScreen(<KeysPage />, AT);
  await screen.findByRole('button', { name: 'Revoke My website' });
  expect(screen.queryByRole('button', { name: 'Roll My website' })).toBeNull();
});

test('after a reset of the password the live keys are listed, and all can be revoked', async () => {
  keys = [aKey(), aKey({ id: 6, name: 'Old one', expiresAt: LONG_AGO })];
  renderScreen(<KeysPage />, `${AT}?after=reset`);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'These keys still work' }));
  dialog.getByText('My website');
  expect(dialog.queryByText('Old one')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke all' }));
  await screen.findByText('2 keys are revoked');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe(AT));
});

test('after a reset a customer without live keys goes on to the services', async () => {
  keys = [aKey({ expiresAt: LONG_AGO })];
  renderScreen(<KeysPage />, `${AT}?after=reset`);
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/service'));
});
