import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminRecharge } from '#shared/balance.ts';
import { nanos, taka } from '#shared/money.ts';
import { switchTo, withAdminTexts } from '../../../i18n/switch-language.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { aRecharge } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aUser } from '../../../testing/users.ts';
import ManageRechargesPage from './manage-recharges-page.tsx';
import type { Recharge } from './recharge.ts';

let isWide: boolean;
let recharges: Recharge[];
let asked: [name: string, input: object][];
const recharge = { pending: 3, withMessage: 2, matching: 1, approved: 0, rejected: 0, all: 3 };
const none = { open: 0, pending: 0, all: 0, rejected: 0 };

beforeEach(() => {
  isWide = true;
  asked = [];
  localStorage.setItem('decisionWait', '0');
});
asAdmin(serve, {
  matches: () => isWide,
  desk: {
    counts: {
      orders: { ...none, processing: 0, completed: 0, partial: 0 },
      recharges: recharge,
      requests: { ...none, accepted: 0, done: 0 },
      tickets: { open: 0 },
    },
  },
});

function serve(name: string, input: object) {
  asked.push([name, input]);
  if (name === 'admin.recharges.get') return recharges[0];
  if (name === 'admin.users.get') return { ...aUser(), balanceNanos: 0, counts: { orders: 0, tickets: 0 } };
  if (name === 'admin.recharges.sameReference') return [];
  if (name === 'admin.jobs.start') return { job: { id: 1 } };
  if (name === 'admin.recharges.decide') return { ...recharges[0], status: 'approved', match: null };
  if (name === 'admin.recharges.list' && !('userId' in input)) return { items: recharges, nextCursor: null };
  return { items: [], nextCursor: null };
}

const inputsOf = (name: string) => asked.filter(([each]) => each === name).map(([, input]) => input);
const agrees = { message: true, id: true, amount: true, payer: true, balance: true };
type Match = NonNullable<AdminRecharge['match']>;
const aMatch = (fails: Partial<Match['checks']> = {}, amountPoisha = 126_000): Match => ({
  checks: { ...agrees, ...fails },
  amountPoisha,
  payer: '01700000123',
});
const rowsOf = () => (isWide ? screen.getAllByRole('row').slice(1) : screen.getAllByRole('listitem'));
const PAGE = '/dashboard/manageRecharges?match=true';

test('Match stands beside the statuses with its number, and lists the requests with a message', async () => {
  recharges = [aRecharge({ match: aMatch() })];
  renderScreen(<ManageRechargesPage />, '/dashboard/manageRecharges?status=approved');
  await userEvent.click(await screen.findByRole('button', { name: 'Match 2' }));
  expect(screen.getByTestId('place').textContent).toBe(PAGE);
  expect(inputsOf('admin.recharges.list').at(-1)).toMatchObject({ match: true, status: 'pending', sort: 'oldest' });
  const chips = within(screen.getByRole('group', { name: 'Status' }));
  expect(chips.queryAllByRole('button', { pressed: true })).toEqual([]);
  await userEvent.click(chips.getByRole('button', { name: /^Pending/ }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/manageRecharges?status=pending');
});

test.each([true, false])('each row says what its message says, and how far it agrees, wide: %s', async (wide) => {
  isWide = wide;
  recharges = [
    aRecharge({ id: 7, match: aMatch() }),
    aRecharge({ id: 6, match: aMatch({ amount: false, payer: false, balance: false }, 130_050) }),
  ];
  renderScreen(<ManageRechargesPage />, PAGE);
  await screen.findByText('message ৳1,260.00 from …123');
  const [first, second] = rowsOf().map((row) => within(row));
  for (const words of ['id', 'amount', 'payer', 'balance']) expect(first?.getByText(words)).toBeDefined();
  const amounts = wide ? ['not ৳1,260.00', 'another amount'] : ['amount ৳1,300.50, not ৳1,260.00'];
  for (const words of ['id', ...amounts, 'another payer', 'balance not proved'])
    expect(second?.getByText(words)).toBeDefined();
});

test.each([true, false])('another amount is credited as it was paid, wide: %s', async (wide) => {
  isWide = wide;
  const match = aMatch({ amount: false }, 130_050);
  recharges = [aRecharge({ id: 7, amountNanos: nanos(10e9), paidTaka: taka(1260), match })];
  renderScreen(<ManageRechargesPage />, PAGE);
  const credit = await screen.findByRole('button', { name: 'Credit $10.32, what was paid, for recharge 7' });
  expect(credit.textContent.trim()).toBe(wide ? 'Credit $10.32' : 'Credit $10.32, what was paid');
  expect(screen.queryByRole('button', { name: /^Approve recharge/ })).toBeNull();
  await userEvent.click(credit);
  await vi.waitFor(() => expect(inputsOf('admin.recharges.decide')).toHaveLength(1));
  expect(inputsOf('admin.recharges.decide')).toEqual([
    { id: 7, decision: 'approve', creditPaid: true, expectedStatus: 'pending' },
  ]);
  expect(await screen.findByText("$10.32 added to Rahim Uddin's balance.")).toBeDefined();
});

test('the key for Approve credits what was paid, too, also with a transaction ID that is used twice', async () => {
  recharges = [aRecharge({ id: 7, isDuplicate: true, match: aMatch({ amount: false }, 130_050) })];
  renderScreen(<ManageRechargesPage />, PAGE);
  await screen.findByRole('button', { name: /^Credit/ });
  await userEvent.keyboard('ja');
  await userEvent.click(await screen.findByRole('button', { name: 'Approve $10.32' }));
  await vi.waitFor(() => expect(inputsOf('admin.recharges.decide')).toMatchObject([{ creditPaid: true }]));
});

test('those that agree in all are approved as one job, after one question with their number and sum', async () => {
  recharges = [
    aRecharge({ id: 7, match: aMatch() }),
    aRecharge({ id: 6, match: aMatch({ payer: false }) }),
    aRecharge({ id: 5, amountNanos: nanos(24.2e9), match: aMatch() }),
  ];
  renderScreen(<ManageRechargesPage />, PAGE);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve the 2 that match, $34.20' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve 2 recharges?' }));
  expect(dialog.getByText(/\$34\.20 in all is added/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Approve 2 recharges' }));
  await vi.waitFor(() => expect(inputsOf('admin.jobs.start')).toHaveLength(1));
  const rows = [7, 5].map((id) => ({ id, expectedStatus: 'pending' }));
  expect(inputsOf('admin.jobs.start')).toMatchObject([{ kind: 'recharges', decision: 'approve', rows }]);
});

test('without a match there is nothing to approve at once, and in other lists nobody offers it', async () => {
  recharges = [aRecharge({ match: aMatch({ balance: false }) })];
  const { unmount } = renderScreen(<ManageRechargesPage />, PAGE);
  await screen.findByText('balance not proved');
  expect(screen.queryByRole('button', { name: /match,/ })).toBeNull();
  unmount();
  recharges = [aRecharge({ match: aMatch() })];
  renderScreen(<ManageRechargesPage />, '/dashboard/manageRecharges');
  await screen.findByRole('button', { name: /^Approve recharge/ });
  expect(screen.queryByText(/^message/)).toBeNull();
  expect(screen.queryByRole('button', { name: /match,/ })).toBeNull();
});

test('a bulk approval warns of messages with another amount', async () => {
  recharges = [aRecharge({ id: 7, match: aMatch({ amount: false }, 130_050) }), aRecharge({ id: 6 })];
  renderScreen(<ManageRechargesPage />, '/dashboard/manageRecharges');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 2 selected' }));
  const warning = 'The message of recharge 7 says another amount; what was asked for is added.';
  expect((await screen.findByText(/in all is added/)).textContent).toContain(warning);
});

test('the details say what the message says, and why the request waits, in the language of the reader', async () => {
  recharges = [aRecharge({ id: 7, match: aMatch({ balance: false }), reason: 'More than $50.00 a request' })];
  renderScreen(<ManageRechargesPage />, '/dashboard/manageRecharges?recharge=7');
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await details.findByText('message ৳1,260.00 from …123')).toBeDefined();
  expect(details.getByText('balance not proved')).toBeDefined();
  expect(details.getByText('More than $50.00 a request')).toBeDefined();
  await withAdminTexts(Promise.resolve());
  await act(() => switchTo('bn'));
  expect(await details.findByText('একটি অনুরোধে $৫০.০০-এর বেশি')).toBeDefined();
  await act(() => switchTo('en'));
});

test('a request that a message decided says so', async () => {
  recharges = [aRecharge({ id: 7, status: 'approved', decider: 'evidence' })];
  renderScreen(<ManageRechargesPage />, '/dashboard/manageRecharges?status=all');
  expect(await screen.findByText('by a message')).toBeDefined();
});
