import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nanos, paisaPerDollar, taka } from '#shared/money.ts';
import { withRechargeTexts } from '../../i18n/recharge-texts.ts';
import { switchTo } from '../../i18n/switch-language.ts';
import { type Outputs, queryClient } from '../../lib/trpc.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import RechargePage from './recharge-page.tsx';

type Recharge = Outputs['balance']['recharge'];

const pending: Recharge = {
  ...{ id: 7, method: 'Bkash', amountNanos: nanos(10e9), paidTaka: taka(1260), ratePaisa: paisaPerDollar(12_600) },
  ...{ reference: '9A7BC2D4EF', status: 'pending', reason: null, createdAt: '2026-01-31T10:00:00.000Z' },
  ...{ decidedAt: null, reversedAt: null, reversalReason: null, payer: null, corrections: [], thenOrder: null },
  ...{ asked: { amountNanos: nanos(10e9), paidTaka: taka(1260) }, phase: 'looking', usualMinutes: 8 },
};
const waiting: NonNullable<Recharge['thenOrder']> = {
  ...{ state: 'waiting', reason: null, orderId: null },
  order: {
    ...{ serviceId: 12, link: 'https://facebook.com/rahimshop', quantity: 1000, expectedChargeNanos: nanos(1.15e9) },
    requestId: '0198c0de-0000-7000-8000-000000000001',
  },
};
const decided = { status: 'approved', decidedAt: '2026-01-31T10:08:00.000Z', phase: 'credited' } as const;

let recharge: Recharge;
let openingHours: string;
const asked: [name: string, input: object][] = [];
let answer: (name: string) => Partial<Recharge>;

beforeEach(() => {
  recharge = pending;
  openingHours = '';
  asked.length = 0;
  answer = () => ({});
  startSignedIn((name, input) => {
    if (name === 'settings.public') return { openingHours };
    if (name === 'services.get') return { id: 12, name: 'Page Likes' };
    if (name === 'balance.recharge') return recharge;
    asked.push([name, input]);
    return (recharge = { ...recharge, ...answer(name) });
  });
});
afterEach(async () => {
  cleanup();
  await switchTo('en');
});

async function open(overrides: Partial<Recharge> = {}) {
  recharge = { ...pending, ...overrides };
  renderScreen(<RechargePage />, '/dashboard/recharges/7', '/dashboard/recharges/:id');
  await screen.findByRole('heading', { name: /Recharge #7/ });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('how far a recharge is', () => {
  test.each<[Recharge['phase'], number | null, string]>([
    ['sent', null, 'Sent to the shop'],
    ['looking', 8, 'Looking for your payment, usually 8 min'],
    ['person', 150, 'A person at the shop looks at it, usually 3 h'],
  ])('%s with %s usual minutes', async (phase, usualMinutes, words) => {
    await open({ phase, usualMinutes });
    expect(screen.getByText(words)).toBeDefined();
  });

  test('comes with the hours, in the digits of the reader', async () => {
    openingHours = '09:00-23:00';
    await withRechargeTexts(Promise.resolve());
    await open();
    expect(await screen.findByText('The shop answers from 09:00 to 23:00.')).toBeDefined();
    await act(() => switchTo('bn'));
    expect(screen.getByText('শপ ০৯:০০ থেকে ২৩:০০ পর্যন্ত উত্তর দেয়।')).toBeDefined();
    cleanup();
    queryClient.clear();
    await switchTo('en');
    openingHours = '';
    await open();
    expect(screen.queryByText(/The shop answers/)).toBeNull();
  });

  test('is over with the decision, and what was asked for stands beside another credit', async () => {
    await open(decided);
    expect(screen.queryByRole('heading', { name: 'How far it is' })).toBeNull();
    expect(screen.queryByText('Asked for')).toBeNull();
    cleanup();
    queryClient.clear();
    await open({ ...decided, amountNanos: nanos(4e9), paidTaka: taka(504) });
    expect(screen.getByText('$10.00 for ৳1,260.00')).toBeDefined();
  });
});

describe('the order that waits', () => {
  test('can be called back', async () => {
    await open({ thenOrder: waiting });
    expect(await screen.findByText('Page Likes · Quantity 1,000 · $1.15')).toBeDefined();
    answer = () => ({ thenOrder: { ...waiting, state: 'called_back' } });
    await press('Call it back');
    expect(await screen.findByText('You have called your order back')).toBeDefined();
    expect(asked).toEqual([['balance.callBack', { id: 7 }]]);
    expect(screen.queryByRole('button', { name: 'Call it back' })).toBeNull();
  });

  test('was placed meanwhile: then the page says so', async () => {
    await open({ thenOrder: waiting });
    answer = () => {
      recharge = { ...recharge, ...decided, thenOrder: { ...waiting, state: 'placed', orderId: 2207 } };
      throw new Refusal('already_decided', 'This has already been decided.');
    };
    await press('Call it back');
    await press('OK');
    const link = await screen.findByRole('link', { name: 'Follow order #2207' });
    expect(link.getAttribute('href')).toBe('/dashboard/orders/2207');
    expect(screen.getByText('Your order is placed')).toBeDefined();
  });

  test.each([
    ['price_changed', 'It costs more now.'],
    ['service_not_found', 'The service is not sold any more.'],
    ['insufficient_balance', 'Your balance is too small for it.'],
    ['link_in_use', 'It is not possible like this any more.'],
  ])('asks as %s, and can be ordered from here', async (reason, words) => {
    await open({ ...decided, thenOrder: { ...waiting, state: 'asks', reason } });
    expect(screen.getByText(words)).toBeDefined();
    await press('Order it now');
    expect(screen.getByTestId('place').textContent).toBe('/dashboard/recharges/7?order=12');
  });
});

describe('correcting the ID', () => {
  test('takes a whole message, and the former one stays in the timeline', async () => {
    await open();
    answer = () => ({
      reference: '9A7BC2D4EG',
      corrections: [{ reference: '9A7BC2D4EF', at: '2026-01-31T10:02:00.000Z' }],
    });
    await userEvent.type(screen.getByLabelText('The right transaction ID'), 'TrxID 9A7BC2D4EG confirmed');
    await press('Correct the ID');
    expect(await screen.findByText('The ID was 9A7BC2D4EF')).toBeDefined();
    expect(asked).toEqual([['balance.correctReference', { id: 7, reference: '9A7BC2D4EG' }]]);
  });

  test('shows a refusal beside the field', async () => {
    await open();
    answer = () => {
      const refused = 'This transaction ID has already been used.';
      throw new Refusal('reference_used', refused, {}, { reference: [refused] });
    };
    await userEvent.type(screen.getByLabelText('The right transaction ID'), '9A7BC2D4EG');
    await press('Correct the ID');
    expect(await screen.findByText('This transaction ID has already been used.')).toBeDefined();
  });

  test('is possible three times', async () => {
    const corrections = ['A', 'B', 'C'].map((last) => ({
      reference: `9A7BC2D4E${last}`,
      at: `2026-01-31T10:0${last === 'A' ? 1 : last === 'B' ? 2 : 3}:00.000Z`,
    }));
    await open({ corrections });
    expect(screen.queryByLabelText('The right transaction ID')).toBeNull();
  });
});

describe('where it was paid from', () => {
  test('is one of three, and the other number has four digits', async () => {
    await open();
    const group = within(screen.getByRole('group', { name: 'Paid from' }));
    const pressed = () =>
      group
        .getAllByRole('button')
        .filter((button) => button.ariaPressed === 'true' || button.getAttribute('aria-pressed') === 'true')
        .map((button) => button.textContent);
    expect(pressed()).toEqual([]);
    answer = () => ({ payer: 'own' });
    await press('My number');
    await waitFor(() => expect(pressed()).toEqual(['My number']));
    await press('Another number');
    const digits = screen.getByLabelText('Last 4 digits of the number');
    await userEvent.type(digits, '123');
    await press('Save');
    expect(await screen.findByText('Enter the last 4 digits of the number that you paid from')).toBeDefined();
    answer = () => ({ payer: '1234' });
    await userEvent.type(digits, '৪');
    await press('Save');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked.map(([, input]) => input)).toEqual([
      { id: 7, payer: 'own' },
      { id: 7, payer: '1234' },
    ]);
  });

  test('is asked only where messages are read', async () => {
    await open({ phase: 'sent' });
    expect(screen.queryByRole('group', { name: 'Paid from' })).toBeNull();
  });
});
