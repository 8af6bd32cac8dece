import { useStore } from '@nanostores/react';
import { daysBefore, isDay, shopDay } from '#shared/shop-days.ts';
import type { ShopMoneyInput } from '#shared/stats.ts';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { $language } from '../../../i18n/language.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { oneOf, useSetUrlParams, useUrlParam } from '../../../lib/url-state.ts';
import { useNow } from '../../../lib/use-now.ts';
import { dayName } from '../months.ts';

export const moneyRanges = ['today', '7', '30', 'custom'] as const;
export type MoneyRange = (typeof moneyRanges)[number];

/** The range of the money figures, in the URL; the last thirty days by default. */
export function useMoneyRange() {
  const [param] = useUrlParam('range');
  const [from] = useUrlParam('from');
  const [to] = useUrlParam('to');
  const setParams = useSetUrlParams();
  const timeZone = useStore($timeZone);
  const t = useStore(shopTexts);
  const language = useStore($language);
  const now = useNow();
  const range = oneOf(param, moneyRanges) ?? '30';
  const days = { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
  const input = inputOf(range, days);
  return {
    range,
    /** The chosen days of a custom range. */
    days,
    input,
    /** The same as days in the shop's time zone, for the filters of lists. */
    period: input.days === undefined ? days : { from: daysBefore(shopDay(new Date(now), timeZone), input.days - 1) },
    choose: (next: MoneyRange) => setParams({ range: next === '30' ? '' : next, from: '', to: '' }),
    /** The range in words. */
    name: nameOf(),
    /** The comparison in words. */
    compared: comparedOf(),
  };

  function nameOf(): string {
    if (range === 'today') return t.today;
    if (range !== 'custom') return t.days({ count: Number(range) });
    const ends = [days.from, days.to].map((day) => (day ? dayName(day, language) : '…'));
    return ends.join(' – ');
  }

  function comparedOf(): string {
    if (range === 'today') return t.comparedToday;
    if (range !== 'custom') return t.comparedDays({ days: Number(range) });
    return days.from ? t.comparedCustom : t.comparedNothing;
  }
}

function inputOf(range: MoneyRange, days: Pick<ShopMoneyInput, 'from' | 'to'>): ShopMoneyInput {
  if (range === 'custom') return days;
  return { days: range === 'today' ? 1 : Number(range) };
}
