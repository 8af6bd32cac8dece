// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { queryClient } from '../../lib/trpc.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { aUser } from '../../testing/users.ts';
import StatementPage from './statement-page.tsx';

let balanceNanos: number;

beforeEach(() => {
  balanceNanos = 5e9;
  queryClient.clear();
  session.start({ user: aUser(), tokens: { accessToken: 'token' } });
  vi.stubGlobal('fetch', serve);
  stubBrowser();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a movement shows up as soon as the balance beside it does', async () => {
  renderScreen(<StatementPage />, '/dashboard/statement');
  expect(await screen.findAllByText('+$5.00')).toHaveLength(1);
  balanceNanos = 12e9;
  await act(async () => queryClient.refetchQueries({ queryKey: [['balance', 'get']] }));
  expect(await screen.findByText('+$12.00')).toBeDefined();
});

/** Answers tRPC's batches as the server does; the wallet has one movement, which made the whole balance. */
async function serve(input: string): Promise<Response> {
  const names = new URL(input, 'http://localhost').pathname.replace('/trpc/', '').split(',');
  return Response.json(
    names.map((name) => ({ result: { data: name === 'balance.get' ? { balanceNanos } : statement() } })),
  );
}

function statement() {
  const amounts = { amountNanos: balanceNanos, balanceAfterNanos: balanceNanos };
  const origin = { kind: 'recharge', orderId: null, rechargeId: 1, reason: null, at: '2026-01-31T10:00:00.000Z' };
  return { items: [{ seq: 1, ...amounts, ...origin }], nextCursor: null };
}
