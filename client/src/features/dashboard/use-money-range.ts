import { isDay } from '../../../../shared/shop-days.ts';
import type { ShopMoneyInput } from '../../../../shared/stats.ts';
import { oneOf, useSetUrlParams, useUrlParam } from '../../lib/url-state.ts';

export const moneyRanges = ['today', '7', '30', 'custom'] as const;
export type MoneyRange = (typeof moneyRanges)[number];

/** The range of the money's figures, in the URL: the last thirty days until another one is chosen. */
export function useMoneyRange() {
  const [param] = useUrlParam('range');
  const [from] = useUrlParam('from');
  const [to] = useUrlParam('to');
  const setParams = useSetUrlParams();
  const range = oneOf(param, moneyRanges) ?? '30';
  const days = { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
  return {
    range,
    /** Of a custom range, the days that are given. */
    days,
    input: inputOf(range, days),
    choose: (next: MoneyRange) => setParams({ range: next === '30' ? '' : next, from: '', to: '' }),
    chooseDays: (next: { from?: string; to?: string }) => setParams({ range: 'custom', from: '', to: '', ...next }),
  };
}

function inputOf(range: MoneyRange, days: Pick<ShopMoneyInput, 'from' | 'to'>): ShopMoneyInput {
  if (range === 'custom') return days;
  return { days: range === 'today' ? 1 : Number(range) };
}
