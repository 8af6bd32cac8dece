import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { paths } from '../../../lib/paths.ts';
import { session } from '../../../lib/session.ts';
import { queryClient } from '../../../lib/trpc.ts';
import { chooseFromMenu } from '../../../testing/choose-from-menu.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aUser } from '../../../testing/users.ts';
import type { UserDetails } from './user.ts';
import UserPage from './user-page.tsx';

let user: UserDetails;
let asked: [string, Record<string, unknown>][];
let answers: Record<string, () => unknown>;

beforeEach(() => {
  user = karim();
  asked = [];
  answers = {
    'admin.users.get': () => user,
    'admin.users.statement': () => ({ items: [taken], nextCursor: null }),
    'admin.orders.list': () => ({ items: [order], nextCursor: null }),
    'admin.users.sessions': () => [],
    'admin.users.giveBalance': () => ({ balanceNanos: nanos(5e8) }),
  };
  startSignedIn(
    (name, input) => {
      asked.push([name, input]);
      return answers[name]?.() ?? { ok: true };
    },
    { role: 'admin', matches: () => true },
  );
});

const show = (at = '/dashboard/users/7') =>
  renderScreen(
    <main>
      <UserPage />
    </main>,
    at,
    paths.user,
  );
const sentTo = (name: string) => asked.filter(([each]) => each === name).map(([, input]) => input);

test('shows the user, their balance, and the ledger with the admin of each grant', async () => {
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Karim Ali' })).toBeDefined();
  expect(screen.getByText('@karim · User #7')).toBeDefined();
  expect(screen.getByText('$2.00')).toBeDefined();
  expect(screen.getByText('Not confirmed yet')).toBeDefined();
  const ledger = await screen.findByRole('region', { name: 'Ledger' });
  const row = within(ledger).getByText('Taken back').closest('tr');
  expect(row?.textContent).toContain('by owner');
  expect(row?.textContent).toContain('−$1.00');
});

test.each([
  [1, '1 other account has this number'],
  [2, '2 other accounts have this number'],
])('with %i other accounts that have the phone number leads to all of them', async (samePhone, text) => {
  user = { ...karim(), phone: '+880 1712-345678', samePhone };
  show();
  const link = await screen.findByRole('link', { name: text });
  expect(link.getAttribute('href')).toBe('/dashboard/manageUsers?q=%2B880%201712-345678');
});

test.each([
  ['Sent <b>stolen</b> money', 'The customer sees it when they log in.'],
  [null, 'The customer sees no reason when they log in.'],
])('shows why they are blocked: %s', async (blockedReason, note) => {
  user = { ...karim(), blocked: true, blockedAt: '2026-02-01T10:00:00.000Z', blockedReason };
  show();
  const why = await screen.findByText('Why blocked', { selector: 'dt' });
  expect(why.nextElementSibling?.textContent).toBe(`${blockedReason ?? 'No reason was entered'}${note}`);
});

test('blocking asks for a one-line reason, and sends it', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
  expect(dialog.getByText(/^Karim Ali is logged out everywhere at once/)).toBeDefined();
  const reason = dialog.getByLabelText(/^Reason/);
  await userEvent.type(reason, 'Three{Enter} chargebacks');
  expect(sentTo('admin.users.setBlocked')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Yes, block it!' }));
  expect(await screen.findByText('Blocked!')).toBeDefined();
  expect(screen.getByText('User has been blocked.')).toBeDefined();
  expect(sentTo('admin.users.setBlocked')).toEqual([{ id: 7, blocked: true, reason: 'Three chargebacks' }]);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a refused block shows why, and keeps the typed reason', async () => {
  answers['admin.users.setBlocked'] = () => {
    throw new Refusal('last_admin', "The last active admin can't be blocked.");
  };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
  const reason = await screen.findByLabelText<HTMLTextAreaElement>(/^Reason/);
  await userEvent.type(reason, 'Left the shop');
  await userEvent.click(screen.getByRole('button', { name: 'Yes, block it!' }));
  const refusal = within(await screen.findByRole('alertdialog', { name: 'Failed to block user.' }));
  expect(refusal.getByText("The last active admin can't be blocked.")).toBeDefined();
  await userEvent.click(refusal.getByRole('button', { name: 'OK' }));
  expect(reason.value).toBe('Left the shop');
});

test('unblocking asks for a confirmation without a reason', async () => {
  user = { ...karim(), blocked: true, blockedAt: '2026-02-01T10:00:00.000Z' };
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, unblock it!' }));
  expect(await screen.findByText('User has been unblocked.')).toBeDefined();
  expect(sentTo('admin.users.setBlocked')).toEqual([{ id: 7, blocked: false }]);
});

test('stores the chosen list in the URL, and opens the one in the URL', async () => {
  show('/dashboard/users/7?tab=sessions');
  expect(await screen.findByText('Not logged in anywhere')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /^Orders/ }));
  const link = await screen.findByRole('link', { name: '#1042' });
  expect(link.getAttribute('href')).toBe('/dashboard/manageOrders?status=all&order=1042');
  expect(sentTo('admin.orders.list').at(-1)).toMatchObject({ userId: 7 });
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/users/7?tab=orders');
});

test("has the admins' actions about them", async () => {
  answers['admin.audit.list'] = () => ({ items: [], nextCursor: null });
  show('/dashboard/users/7?tab=audit');
  expect(await screen.findByText('No admin has done anything here.')).toBeDefined();
  expect(sentTo('admin.audit.list')).toEqual([expect.objectContaining({ userId: 7 })]);
});

test('loads as many pages as the URL says', async () => {
  const page = (from: number) => [0, 1].map((nth) => ({ ...taken, seq: from - nth, reason: `entry ${from - nth}` }));
  answers['admin.users.statement'] = () => {
    const cursor = sentTo('admin.users.statement').at(-1)?.cursor;
    return cursor === '3' ? { items: page(2), nextCursor: null } : { items: page(4), nextCursor: '3' };
  };
  show('/dashboard/users/7?pages=2');
  expect(await screen.findByText('entry 1')).toBeDefined();
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/users/7?pages=2');
});

test('shows that the user does not exist', async () => {
  answers['admin.users.get'] = () => {
    throw new Refusal('not_found');
  };
  show();
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeDefined();
});

describe('giving balance', () => {
  const open = async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Give or take balance' }));
    return screen.findByLabelText<HTMLInputElement>('Amount');
  };

  test('shows before and after, and does not label an amount taken back as added', async () => {
    await userEvent.type(await open(), '-1.50');
    const dialog = within(screen.getByRole('dialog', { name: 'Give Balance to Karim Ali' }));
    expect(dialog.getByText('$0.50')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Balance taken back successfully')).toBeDefined();
    expect(screen.getByText('$1.50 was taken back. Karim Ali now has $0.50.')).toBeDefined();
    expect(sentTo('admin.users.giveBalance')).toMatchObject([{ id: 7, amountNanos: -1.5e9 }]);
    expect(screen.queryByText('Balance added successfully')).toBeNull();
  });

  test.each([
    ['', 'Amount is required'],
    ['ten', 'Amount must be a number, such as 12.50'],
    ['1,2', 'Amount must be a number, such as 12.50'],
    ['0', 'Amount must not be 0'],
    ['-0.00', 'Amount must not be 0'],
    ['0.0000000001', 'Amount may have at most 9 decimals'],
    ['10000.01', 'At most $10,000 at a time'],
    ['99999999999', 'At most $10,000 at a time'],
    ['-3', 'At most $2.00 can be taken back'],
  ])('of "%s" shows what is wrong', async (typed, message) => {
    const field = await open();
    if (typed) await userEvent.type(field, typed);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText(message)).toBeDefined();
    expect(sentTo('admin.users.giveBalance')).toEqual([]);
  });

  test('opens at once if the URL says so', async () => {
    show('/dashboard/users/7?open=giveBalance');
    expect(await screen.findByLabelText('Amount')).toBeDefined();
  });
});

describe('less frequent actions', () => {
  const choose = async (name: RegExp) => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await chooseFromMenu(name);
    return within(await screen.findByRole('alertdialog'));
  };

  test('an open menu stays open when the page is updated', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    const item = await screen.findByRole('menuitem', { name: /Make admin/ });
    user = { ...user, name: 'Karim Uddin' };
    await queryClient.invalidateQueries();
    expect(await screen.findByRole('heading', { level: 1, name: 'Karim Uddin' })).toBeDefined();
    expect(item.isConnected).toBe(true);
  });

  test('a user becomes an admin after a confirmation with the consequences', async () => {
    const question = await choose(/Make admin/);
    expect(question.getByText(/everything that you can: give balance/)).toBeDefined();
    expect(sentTo('admin.users.setRole')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Yes, make admin' }));
    expect(await screen.findByText('Admin made')).toBeDefined();
    expect(sentTo('admin.users.setRole')).toEqual([{ id: 7, role: 'admin' }]);
  });

  test('the last admin stays one, and sees why', async () => {
    user = { ...karim(), role: 'admin' };
    answers['admin.users.setRole'] = () => {
      throw new Refusal('last_admin', "The last active admin can't become a customer.");
    };
    const question = await choose(/Make customer/);
    await userEvent.click(question.getByRole('button', { name: 'Yes, make customer' }));
    expect(await screen.findByText("The last active admin can't become a customer.")).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  });

  test('an admin who loses the role loses the admin pages at once', async () => {
    user = { ...karim(), id: 1, role: 'admin' };
    const question = await choose(/Make customer/);
    await userEvent.click(question.getByRole('button', { name: 'Yes, make customer' }));
    await waitFor(() => expect(session.get().user?.role).toBe('user'));
  });

  test('a reset link goes to the user, after a confirmation', async () => {
    const question = await choose(/Send reset link/);
    expect(question.getByText(/goes to karim@example.com/)).toBeDefined();
    await userEvent.click(question.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Reset link sent')).toBeDefined();
    expect(sentTo('admin.users.sendResetLink')).toEqual([{ id: 7 }]);
  });

  test('all sessions end after a confirmation, and their number is displayed', async () => {
    answers['admin.users.endSessions'] = () => ({ ended: 2 });
    const question = await choose(/Log out everywhere/);
    await userEvent.click(question.getByRole('button', { name: 'Yes, log out' }));
    expect(await screen.findByText('2 sessions were ended.')).toBeDefined();
  });
});

function karim(): UserDetails {
  return {
    ...aUser({ id: 7, userName: 'karim', name: 'Karim Ali', email: 'karim@example.com' }),
    balanceNanos: nanos(2e9),
    blocked: false,
    blockedAt: null,
    blockedReason: null,
    emailConfirmed: false,
    twoFactor: false,
    samePhone: 0,
    lastSeenAt: null,
    counts: { orders: 1, openOrders: 1, recharges: 0, pendingRecharges: 0, tickets: 0, openTickets: 0, sessions: 2 },
  };
}

const taken = {
  seq: 2,
  kind: 'grant',
  amountNanos: -1e9,
  balanceAfterNanos: 2e9,
  orderId: null,
  rechargeId: null,
  reason: 'Paid out',
  givenBy: 'owner',
  at: '2026-02-01T10:00:00.000Z',
};

const order = {
  id: 1042,
  serviceId: 1,
  serviceName: 'TikTok Likes',
  link: 'https://example.com/p',
  quantity: 1000,
  priceMicros: 1e6,
  chargeNanos: 1e9,
  status: 'pending',
  remaining: null,
  createdAt: '2026-02-01T10:00:00.000Z',
  user: { id: 7, userName: 'karim' },
};
