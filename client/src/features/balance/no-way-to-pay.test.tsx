// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MethodsOut } from '../../../../shared/balance.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import AddBalancePage from './add-balance-page.tsx';
import PaymentPage from './payment-page.tsx';

let methods: MethodsOut['methods'];

beforeEach(() => {
  startSignedIn((name) =>
    name === 'settings.public'
      ? { chatUrl: 'https://t.me/shop', supportEmail: 'help@shop.example', videoUrls: [], passwordMinLength: 6 }
      : { rate: 126, ratePaisa: 12_600, feePercent: 1.85, methods },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('where no method is open, the way to the support stands beside the word', async () => {
  methods = [];
  renderScreen(<AddBalancePage />);
  await screen.findByText('Please try again later or contact support.');
  await expectContact();
});

test('where nobody can be paid yet, the way to the support stands beside the word', async () => {
  const recipient = '01XXX-XXXXXX';
  methods = [{ id: 1, name: 'Nagad', kind: 'mobile', ussdCode: null, recipient, stepsBn: [], stepsEn: [], logo: null }];
  renderScreen(<PaymentPage />, { pathname: '/payment', state: { method: 'Nagad', amount: '10', total: 1260 } });
  await screen.findByText(/Please contact support before you send money/);
  await expectContact();
});

async function expectContact(): Promise<void> {
  const chat = await screen.findByRole('link', { name: 'Support chat' });
  expect(chat.getAttribute('href')).toBe('https://t.me/shop');
  expect(screen.getByRole('link', { name: 'help@shop.example' })).toBeTruthy();
}
