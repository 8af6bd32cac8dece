import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { switchTo } from '../../i18n/switch-language.ts';
import { aRequest, askableOrder, blockedBy, possible } from '../../testing/askable-order.ts';
import { type Answer, Refusal } from '../../testing/fake-server.ts';
import { loseAnswer } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { OrderRequests } from './order-requests.tsx';

type Order = ReturnType<typeof askableOrder>;
type Asked = { id: number; kind: string; requestId: string };

/** The answers to the customer's requests, one after another; then each is accepted. */
let answers: (() => unknown)[] = [];
const asked: Asked[] = [];
const server = vi.fn<Answer>((name, input) => {
  if (name !== 'orders.request') return null;
  asked.push(input as unknown as Asked);
  const answer = answers.shift();
  return answer ? answer() : aRequest();
});

beforeEach(() => {
  answers = [];
  asked.length = 0;
  startSignedIn(server);
});

afterEach(() => switchTo('en'));

const everything = { refill: possible, cancel: possible, speed_up: possible };
const show = (overrides: Partial<Order>) => renderScreen(<OrderRequests order={askableOrder(overrides)} />);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const describedBy = (name: string) =>
  document.querySelector(`[id="${button(name).getAttribute('aria-describedby')}"]`)?.textContent;

test('a request that is not possible says why', () => {
  const in3Hours = new Date(Date.now() + 200 * 60_000).toISOString();
  show({
    status: 'completed',
    askable: { refill: blockedBy('service'), cancel: blockedBy('status'), speed_up: blockedBy('cool_down', in3Hours) },
  });
  expect(['Refill', 'Cancel order', 'Speed up'].map((name) => button(name).disabled)).toEqual([true, true, true]);
  expect(describedBy('Refill')).toBe('This service has no refill');
  expect(describedBy('Cancel order')).toBe('The order is finished');
  expect(describedBy('Speed up')).toBe('Possible again in 3 h 20 min');
});

test('a refill is requested at once', async () => {
  show({ askable: everything });
  await press('Refill');
  expect(await screen.findByText('Requested: Refill')).toBeDefined();
  expect(asked).toEqual([{ id: 42, kind: 'refill', requestId: expect.any(String) as string }]);
});

test('a cancellation asks first, with the amount', async () => {
  show({ askable: everything });
  await press('Cancel order');
  const question = await screen.findByRole('alertdialog', { name: 'Cancel order #42?' });
  expect(within(question).getByText(/\$10\.00 comes back to your balance/)).toBeDefined();
  await userEvent.click(within(question).getByRole('button', { name: 'Keep the order' }));
  expect(asked).toEqual([]);
  await press('Cancel order');
  await userEvent.click(await screen.findByRole('button', { name: 'Request the cancellation' }));
  expect(await screen.findByText('Requested: Cancel order')).toBeDefined();
  expect(asked.map(({ kind }) => kind)).toEqual(['cancel']);
});

test('a retry after a lost response is the same request', async () => {
  answers = [loseAnswer];
  show({ askable: everything });
  await press('Speed up');
  await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
  await press('Speed up');
  expect(await screen.findByText('Requested: Speed up')).toBeDefined();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
});

test('a refusal, because the support was faster, says why', async () => {
  const refuse = () => {
    throw new Refusal('request_not_possible', 'No', { block: 'open_request' });
  };
  answers = [refuse];
  show({ askable: everything });
  await press('Refill');
  expect(await screen.findByText('This could not be requested')).toBeDefined();
  expect(screen.getByText('More can be requested when this one has ended.')).toBeDefined();
});

test('an open request replaces the buttons, with its timeline', () => {
  const at = '2026-02-01T12:00:00.000Z';
  const [first] = aRequest().events;
  const accepted = { seq: 1, status: 'accepted', by: 'admin', byName: null, reason: 'By tomorrow', at } as const;
  show({
    status: 'completed',
    requests: [aRequest({ status: 'accepted', events: first ? [first, accepted] : [] })],
  });
  expect(screen.queryAllByRole('button')).toEqual([]);
  const [asking, accepting] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(asking).toMatch(/Requested.*You/);
  expect(accepting).toMatch(/Accepted.*“By tomorrow”.*Our team/);
});

test('a reason of the panel is in Bengali, too', async () => {
  await switchTo('bn');
  const at = '2026-02-01T12:00:00.000Z';
  const reason = 'The order was already delivered.';
  const closing = { seq: 1, status: 'rejected', by: 'panel', byName: null, reason, at } as const;
  show({
    status: 'completed',
    requests: [aRequest({ kind: 'cancel', status: 'rejected', closedAt: at, events: [closing] })],
  });
  expect(screen.getByText('“অর্ডারটি আগেই ডেলিভারি হয়েছে।”')).toBeDefined();
});

test('earlier requests follow, the newest first and two of them at once', async () => {
  const requests = ['cancel', 'refill', 'speed_up', 'refill'].map((kind, at) =>
    aRequest({ id: at + 1, kind: kind as 'refill', status: 'rejected', closedAt: '2026-02-02T10:00:00.000Z' }),
  );
  show({ askable: everything, requests });
  const kinds = () => screen.getAllByText('Rejected').map((badge) => badge.previousElementSibling?.textContent);
  expect(kinds()).toEqual(['Refill', 'Speed up']);
  await press('Show 2 earlier requests');
  expect(kinds()).toEqual(['Refill', 'Speed up', 'Refill', 'Cancel order']);
});

test('a failed order has nothing to ask, and shows the requests it had', () => {
  const { unmount } = show({ status: 'rejected' });
  expect(screen.queryByText('Requests')).toBeNull();
  unmount();
  const requests = [aRequest({ kind: 'cancel', status: 'accepted', closedAt: '2026-02-02T10:00:00.000Z' })];
  show({ status: 'rejected', requests });
  expect(screen.getByText('Canceled')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Refill' })).toBeNull();
});
