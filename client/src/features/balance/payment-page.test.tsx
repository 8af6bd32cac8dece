// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MethodsOut } from '../../../../shared/balance.ts';
import { paisaPerDollar } from '../../../../shared/money.ts';
import { queryClient } from '../../lib/trpc.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import PaymentPage from './payment-page.tsx';

interface RechargeInput {
  reference: string;
  requestId: string;
}

/** The requests that reached the fake server. */
const asked: RechargeInput[] = [];
let isReached: boolean;

beforeEach(() => {
  asked.length = 0;
  isReached = true;
  startSignedIn(serve);
});
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
});

test('without a network VERIFY says so at once, and nothing goes out by itself afterwards', async () => {
  open();
  await userEvent.type(await screen.findByLabelText('Transaction ID'), 'N7X8K9Q2');
  goOffline();
  await verify();
  expect(await screen.findByText('No answer came')).toBeDefined();
  expect(screen.getByText(/The server can't be reached/)).toBeDefined();
  expect(screen.queryByText('Balance request Failed')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));

  isReached = true;
  onlineManager.setOnline(true);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toHaveLength(0);
  expect(screen.getByLabelText<HTMLInputElement>('Transaction ID').value).toBe('N7X8K9Q2');
  await verify();
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard'));
  expect(asked).toHaveLength(1);
});

test('a try whose answer was lost keeps the transaction ID over a reload, and is repeated with the same key', async () => {
  open();
  await userEvent.type(await screen.findByLabelText('Transaction ID'), 'N7X8K9Q2');
  answerIsLost = true;
  await verify();
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  cleanup();

  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Transaction ID')).value).toBe('N7X8K9Q2');
  await verify();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual(asked[0]);
  await waitFor(() => expect(sessionStorage.getItem('recharge:1') ?? '').not.toContain('N7X8K9Q2'));
});

function open() {
  renderScreen(<PaymentPage />, { pathname: '/payment', state: { method: 'Nagad', amount: '10', total: 1260 } });
}

async function verify() {
  await userEvent.click(screen.getByRole('button', { name: 'VERIFY' }));
}

function goOffline() {
  isReached = false;
  onlineManager.setOnline(false);
}

let answerIsLost = false;

function serve(name: string, input: object): unknown {
  if (!isReached) throw new TypeError('Failed to fetch');
  if (name === 'balance.recharges') return { items: [], nextCursor: null };
  if (name !== 'balance.requestRecharge') return methods;
  asked.push(input as RechargeInput);
  if (answerIsLost) {
    answerIsLost = false;
    throw new TypeError('Failed to fetch');
  }
  return {};
}

const methods: MethodsOut = {
  rate: 126,
  ratePaisa: paisaPerDollar(12_600),
  feePercent: 1.85,
  methods: [
    {
      id: 2,
      name: 'Nagad',
      kind: 'mobile',
      ussdCode: '*167#',
      recipient: '01811111111',
      stepsBn: ['{number} এ {amount} পাঠান'],
      stepsEn: ['Send {amount} to {number}'],
      logo: null,
    },
  ],
};
