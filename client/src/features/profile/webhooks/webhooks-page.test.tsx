import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import WebhooksPage from './webhooks-page.tsx';

const AT = '/dashboard/profile/webhooks';
const URL = 'https://receiver.example/hooks';
const MOMENT = '2026-01-31T10:00:00.000Z';

/** All calls except reading the list: the procedure and its input. */
let asked: [string, unknown][];
let webhooks: ReturnType<typeof aWebhook>[];
/** Pages of the log, by their cursor. */
let pages: Record<string, { items: object[]; nextCursor: string | null }>;
/** What the next change is refused with. */
let refusal: Refusal | null;

beforeEach(() => {
  asked = [];
  webhooks = [aWebhook()];
  pages = { first: { items: [], nextCursor: null } };
  refusal = null;
  startSignedIn((name, input) => {
    if (name === 'webhooks.list') return { webhooks };
    if (name === 'settings.public') return { timeZone: 'Asia/Dhaka' };
    if (name === 'webhooks.deliveries') return pages[typeof input.cursor === 'string' ? input.cursor : 'first'];
    asked.push([name, input]);
    const refused = refusal;
    refusal = null;
    if (refused) throw refused;
    return change(name, input);
  });
});

function change(name: string, input: Record<string, unknown>): unknown {
  if (name === 'webhooks.create') {
    webhooks = [aWebhook({ ...input, id: 8 }), ...webhooks];
    return { webhook: webhooks[0], secret: 'whsec_c2VjcmV0' };
  }
  if (name === 'webhooks.update') {
    webhooks = webhooks.map((each) => (each.id === input.id ? { ...each, ...input } : each));
    return { webhook: webhooks.find(({ id }) => id === input.id) };
  }
  if (name === 'webhooks.rollSecret') return { secret: 'whsec_bmV3', previousSecretEndsAt: MOMENT };
  if (name === 'webhooks.delete') webhooks = webhooks.filter(({ id }) => id !== input.id);
  if (name === 'webhooks.test' || name === 'webhooks.replay') {
    pages = { first: { items: [aDelivery({ id: 99, event: 'test' })], nextCursor: null } };
    return { delivery: aDelivery({ id: 99 }) };
  }
  return {};
}

function aWebhook(overrides: object = {}) {
  return {
    id: 7,
    url: URL,
    events: ['order.changed'],
    enabled: true,
    disabledAt: null as string | null,
    disabledReason: null as string | null,
    createdAt: MOMENT,
    lastDeliveredAt: null as string | null,
    previousSecretEndsAt: null as string | null,
    ...overrides,
  };
}

function aDelivery(overrides: object = {}) {
  return {
    id: 70,
    event: 'order.changed',
    subjectId: 23_501,
    status: 'delivered',
    attempts: 1,
    createdAt: MOMENT,
    nextAttemptAt: null,
    deliveredAt: MOMENT,
    httpStatus: 200,
    error: null,
    durationMs: 1240,
    ...overrides,
  };
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const text = async (words: string | RegExp) => screen.findByText(words);

async function show(at = AT) {
  const shown = renderScreen(<WebhooksPage />, at);
  await screen.findByRole('heading', { name: 'Your webhooks' });
  return shown;
}

async function openNew() {
  await show();
  await press('New webhook');
  return within(await screen.findByRole('dialog', { name: 'New webhook' }));
}

async function enter(field: HTMLElement, words: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(words);
}

test.each([
  ['is on', aWebhook({ lastDeliveredAt: MOMENT }), /^Last delivered January 31st 2026/],
  ['has delivered nothing', aWebhook(), 'Nothing delivered yet'],
  [
    'its owner switched off',
    { enabled: false, disabledAt: MOMENT, disabledReason: 'owner' },
    /^Switched off January[^,]*, \S+ pm$/,
  ],
  [
    'failed for days',
    { enabled: false, disabledAt: MOMENT, disabledReason: 'failing' },
    /after three days of failed deliveries$/,
  ],
  ['is gone', { enabled: false, disabledAt: MOMENT, disabledReason: 'gone' }, /the receiver answered that it is gone$/],
])('the list says of a webhook that it %s', async (_, state, words) => {
  webhooks = [aWebhook(state)];
  await show();
  await screen.findByText((__, element) => matches(element, words));
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', webhooks[0]?.enabled);
  screen.getByText('Order changed');
});

/** Whether the whole text of an element matches, which has a moment in it. */
function matches(element: Element | null, words: string | RegExp): boolean {
  const whole = element?.tagName === 'P' || element?.tagName === 'SPAN' ? (element.textContent ?? '') : '';
  return typeof words === 'string' ? whole === words : words.test(whole);
}

test('a webhook is created for the chosen events; its secret is displayed once', async () => {
  webhooks = [];
  const dialog = await openNew();
  await text('No webhooks yet');
  await enter(dialog.getByLabelText('Address'), 'ftp://receiver.example');
  await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
  await dialog.findByText('The address must be an https URL, without user name, password and fragment');
  await enter(dialog.getByLabelText('Address'), ` ${URL} `);
  const events = dialog.getAllByRole('checkbox');
  for (const event of events) await userEvent.click(event);
  await dialog.findByText('Choose at least one event');
  await userEvent.click(dialog.getByLabelText('Ticket answered'));
  await userEvent.click(dialog.getByLabelText('Order changed'));
  await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));

  const shown = within(await screen.findByRole('dialog', { name: 'The secret of your webhook' }));
  expect(asked).toEqual([['webhooks.create', { url: URL, events: ['order.changed', 'ticket.replied'] }]]);
  shown.getByText('whsec_c2VjcmV0');
  await userEvent.click(shown.getByLabelText('I have stored it'));
  await userEvent.click(shown.getByRole('button', { name: 'Done' }));
  await text('1 of 10 webhooks in use');
  expect(document.body.textContent).not.toContain('whsec_');
});

test('a refused address is marked beside its field', async () => {
  const dialog = await openNew();
  const refused = { url: ['This address is not public'] };
  refusal = new Refusal('bad_input', 'Please check the address.', {}, refused);
  await enter(dialog.getByLabelText('Address'), 'https://192.168.0.1/');
  await userEvent.click(dialog.getByRole('button', { name: 'Create webhook' }));
  await dialog.findByText('This address is not public');
  expect(document.activeElement).toBe(dialog.getByLabelText('Address'));
});

test('an edit sends another address only if it differs, because that has to be confirmed', async () => {
  await show();
  await press(`Edit ${URL}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
  await userEvent.click(dialog.getByLabelText('Balance changed'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await text('The webhook is saved');
  expect(asked).toEqual([['webhooks.update', { id: 7, events: ['order.changed', 'balance.changed'] }]]);
});

test('who leaves while asked about another address confirms nothing later', async () => {
  await show();
  await press(`Edit ${URL}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit webhook' }));
  await enter(dialog.getByLabelText('Address'), 'https://other.example/');
  refusal = new Refusal('reauthentication_required', 'Please confirm.', { confirmBy: 'password' });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  fireEvent.click(screen.getByRole('link', { name: 'Documentation for developers', hidden: true }));
  await dialog.findByText('Not confirmed, so nothing was changed.');
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(asked.map(([name]) => name)).toEqual(['webhooks.update']);
});

test('it is switched off and on, and deleted after a question', async () => {
  await show();
  await userEvent.click(screen.getByLabelText(`${URL} receives events`));
  await text('The webhook is off');
  await waitFor(() => expect(screen.getByLabelText(`${URL} receives events`)).toHaveProperty('checked', false));
  await userEvent.click(screen.getByLabelText(`${URL} receives events`));
  await text('The webhook is on');
  await press(`Delete ${URL}`);
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this webhook?' }));
  await userEvent.click(question.getByRole('button', { name: 'Delete' }));
  await text('No webhooks yet');
  const update = (enabled: boolean) => ['webhooks.update', { id: 7, enabled }];
  expect(asked).toEqual([update(false), update(true), ['webhooks.delete', { id: 7 }]]);
});

test('a test opens the log, which shows it', async () => {
  await show();
  await press(`Send a test to ${URL}`);
  await text('A test is being sent');
  const log = within(await screen.findByRole('region', { name: `Deliveries to ${URL}` }));
  await log.findByText('Test');
  expect(asked).toEqual([['webhooks.test', { id: 7 }]]);
});

test('the log says how each delivery went, page by page; one can be sent again', async () => {
  const failed = {
    id: 69,
    event: 'request.decided',
    subjectId: 5,
    status: 'failed',
    attempts: 9,
    error: 'timed_out',
    httpStatus: null,
  };
  const waiting = {
    status: 'waiting',
    attempts: 2,
    httpStatus: 503,
    error: 'http_status',
    nextAttemptAt: '2098-01-31T10:00:00.000Z',
  };
  pages = {
    first: {
      items: [aDelivery({ id: 72, ...waiting }), aDelivery({ id: 71, event: 'balance.changed' })],
      nextCursor: 'more',
    },
    more: { items: [aDelivery(failed)], nextCursor: null },
  };
  await show(`${AT}?log=7`);
  const log = within(await screen.findByRole('region', { name: `Deliveries to ${URL}` }));
  await userEvent.click(await log.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(log.getAllByRole('listitem')).toHaveLength(3));
  const [first, second, third] = log.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(
    /^Order changed #23501Waiting.*Refused by the receiverstatus 5031,240 ms2 attemptsNext attempt January.*Send again$/,
  );
  expect(second).toMatch(/^Balance changedDelivered.*status 2001,240 ms/);
  expect(third).toMatch(/^Request decided #5Given up.*No answer in time1,240 ms9 attemptsSend again$/);
  expect(log.getByRole('link', { name: 'Order changed #23501' }).getAttribute('href')).toBe('/dashboard/orders/23501');
  await press('Send again: Request decided #5');
  await text('It is being sent again');
  expect(asked).toEqual([['webhooks.replay', { id: 7, deliveryId: 69 }]]);
  await log.findByText('Test');
});

test('a secret is rolled after a warning; the list says until when the old one works', async () => {
  webhooks = [aWebhook({ previousSecretEndsAt: '2098-01-31T10:00:00.000Z' })];
  renderScreen(<WebhooksPage />, AT);
  await screen.findByText(/^Old secret works until/);
  await userEvent.click(screen.getByRole('button', { name: `Roll ${URL}` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Roll ${URL}?` }));
  dialog.getByText(/^Leaked\? Delete the webhook/);
  expect(asked).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Roll' }));
  within(await screen.findByRole('dialog', { name: 'The new secret' })).getByText('whsec_bmV3');
  expect(asked).toEqual([['webhooks.rollSecret', { id: 7 }]]);
});
