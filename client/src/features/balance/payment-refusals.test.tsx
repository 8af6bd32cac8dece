// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Language } from '../../../../shared/languages.ts';
import { toastTexts } from '../../i18n/en/common.ts';
import { switchTo } from '../../i18n/language.ts';
import { queryClient } from '../../lib/trpc.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import AddBalancePage from './add-balance-page.tsx';
import PaymentPage from './payment-page.tsx';

let refusal: Refusal;
let pending: number;

beforeEach(() => {
  pending = 0;
  startSignedIn((name) => {
    if (name === 'balance.requestRecharge') throw refusal;
    if (name === 'balance.recharges')
      return { items: Array.from({ length: pending }, (_, id) => ({ id })), nextCursor: null };
    return { rate: 126, ratePaisa: 12_600, feePercent: 1.85, methods: [nagad] };
  });
});
afterEach(async () => {
  cleanup();
  await switchTo('en');
  vi.unstubAllGlobals();
});

const five = {
  en: 'You already have 5 pending recharges. Please wait until one is decided.',
  bn: 'আপনার ৫টি রিচার্জ আগে থেকেই পেন্ডিং আছে। একটির সিদ্ধান্ত হওয়া পর্যন্ত অপেক্ষা করুন।',
};
const tooOften = 'Too many attempts. Please try again in 4 minutes.';
const told: [string, Language, Refusal, string][] = [
  ['a sixth pending request', 'en', new Refusal('too_many_pending', five.en), five.en],
  ['a sixth pending request', 'bn', new Refusal('too_many_pending', five.en), five.bn],
  ['too many tries', 'en', new Refusal('too_many_requests', tooOften), tooOften],
  [
    'too many tries',
    'bn',
    new Refusal('too_many_requests', tooOften),
    'অনেকবার চেষ্টা করা হয়েছে। 4 মিনিট পরে আবার চেষ্টা করুন।',
  ],
];

test.each(told)('%s is told in full, in %s', async (_what, language, refused, sentence) => {
  refusal = refused;
  await switchTo(language);
  renderScreen(<PaymentPage />, { pathname: '/payment', state: { method: 'Nagad', amount: '10', total: 1260 } });
  await userEvent.type(await screen.findByRole('textbox'), 'N7X8K9Q2');
  await userEvent.click(screen.getByRole('button', { name: /VERIFY/ }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: toastTexts.get().ok }));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

test.each(['en', 'bn'] as const)('who has five pending ones reads so before they pay, in %s', async (language) => {
  await switchTo(language);
  pending = 4;
  renderScreen(<AddBalancePage />);
  await screen.findByRole('radio', { name: 'Nagad' });
  expect(screen.queryByText(five[language])).toBeNull();
  cleanup();
  startWith(5);
  renderScreen(<AddBalancePage />);
  expect(await screen.findByText(five[language])).toBeTruthy();
});

function startWith(count: number) {
  pending = count;
  queryClient.clear();
}

const nagad = {
  id: 1,
  name: 'Nagad',
  kind: 'mobile',
  ussdCode: '*167#',
  recipient: '01811-222333',
  stepsBn: [],
  stepsEn: [],
  logo: null,
};
