import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MethodsOut } from '#shared/balance.ts';
import { toastTexts } from '../../i18n/en/common.ts';
import { switchTo } from '../../i18n/switch-language.ts';
import { queryClient } from '../../lib/trpc.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { loseAnswer } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import AddBalancePage from './add-balance-page.tsx';
import PaymentPage from './payment-page.tsx';

type Method = MethodsOut['methods'][number];

const common = { ussdCode: null, stepsBn: [], stepsEn: [], logo: null };
const nagad: Method = { ...common, id: 1, name: 'Nagad', kind: 'mobile', recipient: '01811-222333' };
const binance: Method = { ...common, id: 2, name: 'Binance', kind: 'qr', recipient: 'Binance Pay ID XXXXXXXXX' };

/** The requests to the fake server, and its response to each. */
const asked: { requestId: string }[] = [];
const begun: unknown[] = [];
let answer: () => unknown;
let methods: Method[];
let pending: number;
let isReached: boolean;
let openingHours: string;

beforeEach(() => {
  asked.length = 0;
  begun.length = 0;
  answer = () => ({});
  methods = [nagad];
  pending = 0;
  isReached = true;
  openingHours = '';
  startSignedIn(serve);
});
afterEach(async () => {
  cleanup();
  onlineManager.setOnline(true);
  await switchTo('en');
});

test('without a network VERIFY fails at once, and nothing is sent later by itself', async () => {
  pay('Nagad');
  const reference = await typeReference();
  isReached = false;
  onlineManager.setOnline(false);
  await verify();
  expect(await screen.findByText('No answer came')).toBeDefined();
  expect(screen.getByText(/The server can't be reached/)).toBeDefined();
  expect(screen.queryByText('Balance request Failed')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));

  isReached = true;
  onlineManager.setOnline(true);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(asked).toHaveLength(0);
  expect(reference.value).toBe('N7X8K9Q2');
  await verify();
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard'));
  expect(asked).toHaveLength(1);
});

test('a try without a response keeps the transaction ID across a reload, and is repeated with the same key', async () => {
  pay('Nagad');
  await typeReference();
  answer = loseAnswer;
  await verify();
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  cleanup();

  answer = () => ({});
  pay('Nagad');
  expect((await screen.findByLabelText<HTMLInputElement>('Transaction ID')).value).toBe('N7X8K9Q2');
  await verify();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual(asked[0]);
  await waitFor(() => expect(sessionStorage.getItem('recharge:1') ?? '').not.toContain('N7X8K9Q2'));
});

describe('a transaction ID', () => {
  const message = 'You have sent Tk 1,260.00. TxnID: N7X8K9Q2. Balance: Tk 41.55';

  test.each([
    [
      'a whole message',
      message,
      {
        en: 'The ID in your text is N7X8K9Q2. We compare it with the payment and add $10.00 to your balance.',
        bn: 'আপনার লেখার আইডি: N7X8K9Q2। পেমেন্টের সঙ্গে মিলিয়ে দেখে আপনার ব্যালেন্সে $১০.০০ যোগ করা হবে।',
      },
    ],
    [
      'an ID of another form',
      'TRX123456789',
      {
        en: 'Is this the ID? Nagad sends IDs of another form. You can send it all the same.',
        bn: 'এটিই কি আইডি? Nagad-এর আইডি অন্য রকম হয়। তবুও পাঠাতে পারেন।',
      },
    ],
    [
      'a message with an ID of another form',
      'TrxID: N7X8K9Q2AB',
      {
        en: 'The ID in your text is N7X8K9Q2AB. Is this the ID? Nagad sends IDs of another form. You can send it all the same.',
        bn: 'আপনার লেখার আইডি: N7X8K9Q2AB। এটিই কি আইডি? Nagad-এর আইডি অন্য রকম হয়। তবুও পাঠাতে পারেন।',
      },
    ],
  ])('in %s is displayed before it is sent, and sent at one press', async (_what, pasted, shown) => {
    pay('Nagad');
    const field = await screen.findByRole<HTMLInputElement>('textbox');
    await userEvent.click(field);
    await userEvent.paste(pasted);
    expect(screen.getByText(shown.en)).toBeDefined();
    await act(() => switchTo('bn'));
    expect(screen.getByText(shown.bn)).toBeDefined();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(asked).toHaveLength(1));
    const reference = /N7X8\w+|TRX\d+/.exec(pasted)?.[0];
    expect(asked[0]).toMatchObject({ reference });
    expect(field.value).toBe(reference);
  });

  test('of the usual form has no question', async () => {
    pay('Nagad');
    await typeReference();
    expect(screen.getByText('We compare it with the payment and add $10.00 to your balance.')).toBeDefined();
  });
});

describe('errors', () => {
  const five = {
    en: 'You already have 5 pending recharges. Please wait until one is decided.',
    bn: 'আপনার ৫টি রিচার্জ অনুমোদনের অপেক্ষায় আছে। একটির সিদ্ধান্ত হওয়া পর্যন্ত অপেক্ষা করুন।',
  };
  const tooOften = {
    en: 'Too many attempts. Please try again in 4 minutes.',
    bn: 'অনেকবার চেষ্টা করা হয়েছে। ৪ মিনিট পরে আবার চেষ্টা করুন।',
  };
  const languages = ['en', 'bn'] as const;

  test.each(
    languages.flatMap((language) => [
      [language, 'too_many_pending', five] as const,
      [language, 'too_many_requests', tooOften] as const,
    ]),
  )('in %s, %s is displayed in full', async (language, code, sentence) => {
    answer = () => {
      throw new Refusal(code, sentence.en);
    };
    await switchTo(language);
    pay('Nagad');
    await typeReference();
    await verify();
    expect(await screen.findByText(sentence[language])).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: toastTexts.get().ok }));
    await waitFor(() => expect(screen.queryByText(sentence[language])).toBeNull());
  });

  test.each(languages)('a customer with five pending requests sees that before paying, in %s', async (language) => {
    await switchTo(language);
    pending = 4;
    renderScreen(<AddBalancePage />);
    await screen.findByRole('radio', { name: 'Nagad' });
    expect(screen.queryByText(five[language])).toBeNull();
    cleanup();
    pending = 5;
    queryClient.clear();
    renderScreen(<AddBalancePage />);
    expect(await screen.findByText(five[language])).toBeTruthy();
  });
});

describe('a placeholder recipient', () => {
  const sample: Method = { ...nagad, recipient: '01XXX-XXXXXX' };

  test('is marked as a sample, a real one is not', async () => {
    methods = [nagad, binance];
    renderScreen(<AddBalancePage />);
    expect(await screen.findByRole('radio', { name: 'Binance', description: 'Sample' })).toBeTruthy();
    expect(screen.getByRole('radio', { name: 'Nagad' }).getAttribute('aria-describedby')).toBeNull();
  });

  test('warns on the payment screen not to send money, and can be tried out', async () => {
    methods = [sample];
    pay('Nagad');
    expect(await screen.findByText('This is a sample')).toBeTruthy();
    expect(screen.getByText(/send no money/)).toBeTruthy();
    expect(screen.getByLabelText('Transaction ID')).toBeTruthy();
  });

  test('has no QR code, a real one has', async () => {
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
});

test('what is displayed is kept as begun, once', async () => {
  openingHours = '09:00-23:00';
  pay('Nagad');
  await typeReference();
  expect(begun).toEqual([{ method: 'Nagad', amountNanos: 10e9 }]);
  expect(await screen.findByText('The shop answers from 09:00 to 23:00.')).toBeDefined();
});

test('without an open method the contact is displayed', async () => {
  methods = [];
  renderScreen(<AddBalancePage />);
  await screen.findByText('Please try again later or contact support.');
  const chat = await screen.findByRole('link', { name: 'Support chat' });
  expect(chat.getAttribute('href')).toBe('https://t.me/shop');
  expect(screen.getByRole('link', { name: 'help@shop.example' })).toBeTruthy();
});

function pay(method: string) {
  renderScreen(<PaymentPage />, { pathname: '/payment', state: { method, amount: '10', total: 1260 } });
}

async function typeReference() {
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  await userEvent.type(field, 'N7X8K9Q2');
  return field;
}

async function verify() {
  await userEvent.click(screen.getByRole('button', { name: /VERIFY|ভেরিফাই/ }));
}

function serve(name: string, input: object): unknown {
  if (!isReached) loseAnswer();
  if (name === 'settings.public')
    return { chatUrl: 'https://t.me/shop', supportEmail: 'help@shop.example', openingHours };
  if (name === 'balance.begin') return begun.push(input);
  if (name === 'balance.recharges')
    return { items: Array.from({ length: pending }, (_, id) => ({ id })), nextCursor: null };
  if (name !== 'balance.requestRecharge') return { rate: 126, ratePaisa: 12_600, feePercent: 1.85, methods };
  asked.push(input as { requestId: string });
  return answer();
}
