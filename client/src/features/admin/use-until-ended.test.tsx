import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { useUntilEnded } from './use-until-ended.ts';

/** Answers `{ running: true }` so often, and then ends. */
let times: number;
let calls: number;
let ended: unknown[];

beforeEach(() => {
  [times, calls, ended] = [0, 0, []];
  stubBrowser();
});

async function call(): Promise<{ running: true } | { ok: boolean }> {
  return ++calls <= times ? { running: true } : { ok: true };
}

function Caller() {
  const { isPending, line, wait } = useUntilEnded();
  return (
    <button type="button" disabled={isPending} onClick={() => void wait(call).then((answer) => ended.push(answer))}>
      {line ?? 'Test'}
    </button>
  );
}

test('the button says that a call still runs, until the same call has ended', async () => {
  times = 2;
  renderScreen(<Caller />);
  await userEvent.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByRole<HTMLButtonElement>('button', { name: 'Still running…' })).toHaveProperty(
    'disabled',
    true,
  );
  await waitFor(() => expect(ended).toEqual([{ ok: true }]));
  expect(calls).toBe(3);
  expect(await screen.findByRole('button', { name: 'Test' })).toHaveProperty('disabled', false);
});

test('after five minutes a sentence says that it goes on', async () => {
  times = Number.POSITIVE_INFINITY;
  renderScreen(<Caller />);
  await userEvent.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByRole('button', { name: 'Still running…' });
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 5 * 60_000);
  await waitFor(() => expect(ended).toEqual([undefined]));
  vi.restoreAllMocks();
  await screen.findByText(/^It has not ended within five minutes, and goes on\./);
});

test('a screen that was left asks no more', async () => {
  times = Number.POSITIVE_INFINITY;
  const { unmount } = renderScreen(<Caller />);
  await userEvent.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByRole('button', { name: 'Still running…' });
  unmount();
  await waitFor(() => expect(ended).toEqual([undefined]));
});
