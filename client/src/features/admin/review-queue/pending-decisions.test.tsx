import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../../lib/session.ts';
import { logout } from '../../../lib/trpc.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aUser } from '../../../testing/users.ts';
import { PendingDecision } from './pending-decision.tsx';
import { type Decision, holdDecision, isPending, sendNow, undo, undoLast, useProgress } from './pending-decisions.ts';

/** The calls to the server, in order. */
const asked: string[] = [];
const send = vi.fn<(key: string) => Promise<string>>(async (key) => {
  asked.push(key);
  return 'done';
});
const onDone = vi.fn<(answer: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  send.mockClear();
  onDone.mockClear();
  startSignedIn(
    (name) => {
      asked.push(name);
      return {};
    },
    { role: 'admin' },
  );
});
afterEach(async () => {
  await sendNow();
  cleanup();
  vi.useRealTimers();
});

function decide(key: string, overrides: Partial<Decision<string>> = {}): boolean {
  const onRefused = () => ({ text: () => 'Refused.' });
  return holdDecision({ key, doing: () => 'Approving', send: () => send(key), onDone, onRefused, ...overrides }, 8000);
}

test("a waiting decision can't be repeated, and is sent once after its delay", async () => {
  expect(decide('order:1')).toBe(true);
  expect(decide('order:1')).toBe(false);
  await vi.advanceTimersByTimeAsync(7999);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledExactlyOnceWith('order:1');
  expect(onDone).toHaveBeenCalledExactlyOnceWith('done');
  expect(isPending('order:1')).toBe(false);
});

test('an undone decision is never sent, and the row may be decided again', async () => {
  decide('order:1');
  expect(undo('order:1')).toBe(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(send).not.toHaveBeenCalled();
  expect(decide('order:1')).toBe(true);
});

test('the last one is undone first', async () => {
  for (const key of ['order:1', 'order:2', 'order:3']) decide(key);
  undoLast();
  undoLast();
  await vi.advanceTimersByTimeAsync(8000);
  expect(asked).toEqual(['order:1']);
});

test("a sent decision can't be undone", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  decide('order:1', { send: () => promise });
  await vi.advanceTimersByTimeAsync(8000);
  expect(undo('order:1')).toBe(false);
  expect(isPending('order:1')).toBe(true);
  resolve('done');
  await vi.advanceTimersByTimeAsync(0);
  expect(onDone).toHaveBeenCalledOnce();
});

test.each([
  ['hidden', () => document.dispatchEvent(new Event('visibilitychange')), 'hidden'],
  ['left', () => window.dispatchEvent(new Event('pagehide')), 'visible'],
] as const)('closing the tab loses nothing: a page that is %s sends before it returns', (_how, leave, state) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  decide('order:1');
  decide('order:2');
  leave();
  // Not in the next tick: there may be none.
  expect(asked).toEqual(['order:1', 'order:2']);
});

test('a logout sends waiting decisions first', async () => {
  decide('order:1');
  await logout();
  expect(asked).toEqual(['order:1', 'auth.logout']);
});

test("nothing is sent in the name of the browser's next user", async () => {
  decide('order:1');
  session.start({ user: aUser({ id: 99, role: 'admin' }), tokens: { accessToken: 'other' } });
  await vi.advanceTimersByTimeAsync(8000);
  expect(send).not.toHaveBeenCalled();
  expect(isPending('order:1')).toBe(false);
});

test('a row counts down and undoes its decision; the second click of a double click does not', async () => {
  decide('order:1');
  renderScreen(<Row />);
  expect(screen.getByText(/^Approving/).textContent).toBe('Approving in 8 s');
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText(/^Approving/).textContent).toBe('Approving in 5 s');
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }), { detail: 2 });
  expect(isPending('order:1')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /^Undo/ }), { detail: 1 });
  expect(isPending('order:1')).toBe(false);
});

function Row() {
  const progress = useProgress('order:1');
  if (!progress || progress.phase === 'refused') return null;
  return <PendingDecision progress={progress} decisionKey="order:1" label="order 1" large={false} takesFocus={false} />;
}
