// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MethodsOut } from '../../../../shared/balance.ts';
import { queryClient } from '../../lib/trpc.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import AddBalancePage from './add-balance-page.tsx';
import PaymentPage from './payment-page.tsx';

type Method = MethodsOut['methods'][number];

let methods: Method[];

beforeEach(() => {
  startSignedIn((name) => {
    if (name === 'settings.public') return { chatUrl: 'https://t.me/shop', supportEmail: 'help@shop.example' };
    if (name === 'balance.recharges') return { items: [], nextCursor: null };
    return { rate: 126, ratePaisa: 12_600, feePercent: 1.85, methods };
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('where no method is open, the way to the support stands beside the word', async () => {
  methods = [];
  renderScreen(<AddBalancePage />);
  await screen.findByText('Please try again later or contact support.');
  const chat = await screen.findByRole('link', { name: 'Support chat' });
  expect(chat.getAttribute('href')).toBe('https://t.me/shop');
  expect(screen.getByRole('link', { name: 'help@shop.example' })).toBeTruthy();
});

test('a method that nobody can be paid by is marked as a sample, and one that has a recipient is not', async () => {
  methods = [{ ...nagad, recipient: '01811-222333' }, binance];
  renderScreen(<AddBalancePage />);
  const marked = await screen.findByRole('radio', { name: 'Binance', description: 'Sample' });
  expect(marked).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Nagad' }).getAttribute('aria-describedby')).toBeNull();
});

test('the payment of a sample says that no money is to be sent, and can be gone through all the same', async () => {
  methods = [nagad];
  pay('Nagad');
  expect(await screen.findByText('This is a sample')).toBeTruthy();
  expect(screen.getByText(/send no money/)).toBeTruthy();
  expect(screen.getByLabelText('Transaction ID')).toBeTruthy();
});

test('there is no code to scan of a placeholder, and one of a real recipient', async () => {
  methods = [binance];
  pay('Binance');
  expect(await screen.findByText(/The code to scan stands here once/)).toBeTruthy();
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  cleanup();
  queryClient.clear();
  methods = [{ ...binance, recipient: 'Binance Pay ID 281734650' }];
  pay('Binance');
  expect(await screen.findByRole('img', { name: 'QR code: Binance Pay ID 281734650' })).toBeTruthy();
  expect(screen.queryByText('This is a sample')).toBeNull();
});

function pay(method: string) {
  renderScreen(<PaymentPage />, { pathname: '/payment', state: { method, amount: '10', total: 1260 } });
}

const common = { ussdCode: null, stepsBn: [], stepsEn: [], logo: null };
const nagad: Method = { ...common, id: 1, name: 'Nagad', kind: 'mobile', recipient: '01XXX-XXXXXX' };
const binance: Method = { ...common, id: 2, name: 'Binance', kind: 'qr', recipient: 'Binance Pay ID XXXXXXXXX' };
