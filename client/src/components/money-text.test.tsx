import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { micros, nanos, taka } from '#shared/money.ts';
import { moneySum } from '#shared/money-sum.ts';
import { switchTo } from '../i18n/switch-language.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { MoneyText } from './money-text.tsx';

beforeEach(() => stubBrowser());
afterEach(() => switchTo('en'));

test.each([
  [6_417_000_000, '$6.417'],
  [10_000_000_000, '$10.00'],
  [400_000, '$0.0004'],
  [1, '$0.000000001'],
  [1_234_567_890_000_000, '$1,234,567.89'],
])('an amount of %d nano-dollars is displayed as %s, in a column and in a line', (amount, text) => {
  renderScreen(<MoneyText nanos={nanos(amount)} data-testid="line" />);
  expect(screen.getByTestId('line').textContent).toBe(text);
  cleanup();
  renderScreen(<MoneyText nanos={nanos(amount)} sign="−" lined data-testid="column" />);
  expect(screen.getByTestId('column').textContent).toBe(`−${text}`);
});

test('a sum is displayed like an amount, and may exceed the largest amount', () => {
  renderScreen(<MoneyText sum={moneySum('18014398509481982')} sign="+" data-testid="sum" />);
  expect(screen.getByTestId('sum').textContent).toBe('+$18,014,398.509481982');
  cleanup();
  renderScreen(<MoneyText sum={moneySum('0')} data-testid="sum" />);
  expect(screen.getByTestId('sum').textContent).toBe('$0.00');
});

test('a balance has two decimals, and is never rounded up', () => {
  renderScreen(<MoneyText balanceNanos={nanos(6_419_999_999)} data-testid="balance" />);
  expect(screen.getByTestId('balance').textContent).toBe('$6.41');
});

test('in Bengali every amount has Bengali digits, also one that was rendered before the language changed', async () => {
  renderScreen(
    <>
      <MoneyText nanos={nanos(1_234_567_890_000_000)} sign="+" data-testid="amount" />
      <MoneyText nanos={nanos(400_000)} data-testid="tiny" />
      <MoneyText balanceNanos={nanos(28_589_999_999)} data-testid="balance" />
      <MoneyText priceMicros={micros(950_000)} data-testid="price" />
      <MoneyText taka={taka(1_260_000)} data-testid="taka" />
      <MoneyText sum={moneySum('6417000000')} data-testid="sum" />
    </>,
  );
  await act(() => switchTo('bn'));
  const shown = ['amount', 'tiny', 'balance', 'price', 'taka', 'sum'].map((id) => screen.getByTestId(id).textContent);
  expect(shown).toEqual(['+$১২,৩৪,৫৬৭.৮৯', '$০.০০০৪', '$২৮.৫৮', '$০.৯৫', '৳১২,৬০,০০০.০০', '$৬.৪১৭']);
});
