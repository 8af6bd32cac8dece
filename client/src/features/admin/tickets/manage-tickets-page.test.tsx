import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { chooseFromMenu } from '../../../testing/choose-from-menu.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { anOrder, aRequest } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aUser } from '../../../testing/users.ts';
import ManageTicketPage from './manage-ticket-page.tsx';
import ManageTicketsPage from './manage-tickets-page.tsx';
import type { Ticket } from './ticket-columns.tsx';

let sent: [name: string, input: Record<string, unknown>][];
let refusals: Record<string, Error>;
let status: Ticket['status'];
let next: number | null;
const replies = [{ id: 1, title: 'On its way', text: 'Dear {name}, {order} comes soon.', textBn: null }];

beforeEach(() => {
  [sent, refusals, status, next] = [[], {}, 'open', 3];
});
asAdmin(serve, { desk: { replies } });

function serve(name: string, input: Record<string, unknown>) {
  sent.push([name, input]);
  const refusal = refusals[name];
  if (refusal) throw refusal;
  if (name === 'admin.tickets.list') return { items: [ticket(1), ticket(2), ticket(3)], nextCursor: null, waiting: 3 };
  if (name === 'admin.tickets.next') return { id: next, waiting: next === null ? 0 : 2 };
  if (name === 'admin.users.get')
    return {
      ...aUser({ name: 'Karim Mia' }),
      balanceNanos: 12_500_000_000,
      counts: { orders: 6, openOrders: 2, tickets: 1 },
    };
  if (name === 'admin.orders.get')
    return { ...anOrder({ id: 42 }), events: [], requests: [{ ...aRequest({ id: 5 }), events: [] }] };
  if (name === 'admin.orders.list') return { items: [anOrder({ id: 42 })], nextCursor: null };
  if (name === 'admin.orders.decide') return { ...anOrder({ id: 42 }), status: 'completed' };
  if (name === 'admin.tickets.reply') status = 'answered';
  if (name === 'admin.tickets.close') status = 'closed';
  const message = { seq: 1, by: 'customer', byName: 'karim', message: 'Where?', at: '2026-01-31T08:30:00.000Z' };
  return { ...ticket(Number(input.id ?? 2)), status, messages: [message], nextCursor: null };
}

const inputsOf = (name: string) => sent.filter(([each]) => each === name).map(([, input]) => input);
const place = () => screen.getByTestId('place').textContent;
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your message');

test('the queue works by keyboard', async () => {
  renderScreen(<ManageTicketsPage />, '/');
  await screen.findByText('Subject 3');
  for (const key of ['j', 'j', 'j', 'k', 'Enter']) fireEvent.keyDown(document.body, { key });
  expect(place()).toBe('/dashboard/manageTickets/2');
});

test("waiting tickets come first; own, closed and one customer's tickets are requested from the server", async () => {
  renderScreen(<ManageTicketsPage />, '/');
  await screen.findByText('Subject 3');
  expect(inputsOf('admin.tickets.list')[0]).toMatchObject({ status: 'open', oldestFirst: true });
  await userEvent.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(inputsOf('admin.tickets.list').at(-1)).toMatchObject({ mine: true, oldestFirst: false }));
  cleanup();
  renderScreen(<ManageTicketsPage />, '/?status=all&user=7');
  await userEvent.click(await screen.findByRole('button', { name: /^Of @karim/ }));
  await waitFor(() => expect(place()).toBe('/?status=all'));
  expect(inputsOf('admin.tickets.list').filter(({ userId }) => userId === 7)).not.toEqual([]);
});

test('a saved reply is inserted at the cursor, filled in for this ticket, and sent by Ctrl-Enter', async () => {
  openTicket();
  await userEvent.type(await field(), 'Hello!  Bye.');
  (await field()).setSelectionRange(7, 7);
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }));
  await chooseFromMenu('On its way');
  await waitFor(async () => expect((await field()).value).toBe('Hello! Dear Karim Mia, order #42 comes soon. Bye.'));
  fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(inputsOf('admin.tickets.reply')).toHaveLength(1));
  expect(inputsOf('admin.tickets.reply')[0]).toMatchObject({
    id: 2,
    message: 'Hello! Dear Karim Mia, order #42 comes soon. Bye.',
  });
  expect(inputsOf('admin.tickets.close')).toEqual([]);
});

test('without the customer there are no saved replies, which would have no name', async () => {
  refusals['admin.users.get'] = new Refusal('not_found');
  openTicket();
  await waitFor(() => expect(inputsOf('admin.users.get')).not.toEqual([]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByRole('button', { name: 'Saved replies' })).toBeNull();
});

test('the order of a ticket names its requests', async () => {
  openTicket();
  const request = await screen.findByRole('link', { name: 'Refill' });
  expect(request.getAttribute('href')).toContain('request=5');
});

test('one click answers and closes; if the answer is refused nothing is closed and no input is lost', async () => {
  refusals['admin.tickets.reply'] = new Refusal('internal');
  openTicket();
  await userEvent.type(await field(), 'Done.');
  await userEvent.click(screen.getByRole('button', { name: 'Send and close' }));
  await screen.findByRole('alert');
  expect(inputsOf('admin.tickets.close')).toEqual([]);
  expect((await field()).value).toBe('Done.');
  refusals = {};
  await userEvent.click(screen.getByRole('button', { name: 'Send and close' }));
  await waitFor(() => expect(inputsOf('admin.tickets.close')).toEqual([{ id: 2 }]));
  await screen.findByText('Ticket closed');
  expect((await field()).value).toBe('');
});

test('saved replies are created, edited and deleted next to the queue', async () => {
  renderScreen(<ManageTicketsPage />, '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit On its way' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Saved Reply' });
  const title = within(dialog).getByLabelText('Title');
  await userEvent.clear(title);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Title is required')).toBeDefined();
  await userEvent.type(title, 'Soon');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputsOf('admin.savedReplies.save')).toEqual([{ ...replies[0], title: 'Soon', textBn: '' }]),
  );
});

test.each(['button', 'key'])('an answer is sent and the next waiting ticket opened to write in: by %s', async (way) => {
  openTicket();
  await userEvent.type(await field(), 'Done.');
  if (way === 'button') await userEvent.click(screen.getByRole('button', { name: 'Send and next' }));
  else fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(place()).toBe('/dashboard/manageTickets/3'));
  // The next ticket was asked for before the answer moved this one to the end.
  const names = sent.map(([name]) => name);
  expect(names.lastIndexOf('admin.tickets.next', names.indexOf('admin.tickets.reply'))).toBeGreaterThan(0);
  expect(inputsOf('admin.tickets.reply')).toMatchObject([{ id: 2, message: 'Done.' }]);
  expect(await field()).toBe(document.activeElement);
  expect((await field()).value).toBe('');
});

test('after the last waiting ticket the queue opens; an answer that is refused opens nothing', async () => {
  next = null;
  refusals['admin.tickets.reply'] = new Refusal('internal');
  openTicket();
  await userEvent.type(await field(), 'Done.');
  await userEvent.click(screen.getByRole('button', { name: 'Send and next' }));
  await screen.findByRole('alert');
  expect(place()).toBe('/dashboard/manageTickets/2');
  refusals = {};
  await userEvent.click(screen.getByRole('button', { name: 'Send and next' }));
  await waitFor(() => expect(place()).toBe('/dashboard/manageTickets'));
  expect(await screen.findByText('That was the last open ticket.')).toBeDefined();
});

test('beside the ticket are its customer, and its order with the same decisions as in the queue', async () => {
  localStorage.setItem('decisionWait', 'off');
  openTicket();
  const leadsTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await leadsTo('Karim Mia')).toBe('/dashboard/users/7');
  expect(await leadsTo('All their tickets: 1')).toBe('/dashboard/manageTickets?status=all&user=7');
  expect(await screen.findByText('$12.50')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve order 42' }));
  await waitFor(() =>
    expect(inputsOf('admin.orders.decide')).toEqual([{ id: 42, decision: 'complete', expectedStatus: 'pending' }]),
  );
  localStorage.clear();
});

function openTicket(): void {
  renderScreen(<ManageTicketPage />, '/dashboard/manageTickets/2', '/dashboard/manageTickets/:id');
}

function ticket(id: number): Ticket {
  return {
    id,
    subject: `Subject ${id}`,
    status: 'open',
    waitingFor: 'admin',
    orderId: 42,
    rechargeId: null,
    messageCount: 1,
    lastMessageAt: '2026-01-31T08:30:00.000Z',
    createdAt: '2026-01-31T08:30:00.000Z',
    user: { id: 7, userName: 'karim', name: 'Karim Mia' },
  };
}
