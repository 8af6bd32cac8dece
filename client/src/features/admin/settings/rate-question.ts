import { nanos, type PaisaPerDollar, takaFor } from '#shared/money.ts';
import { ratePaisa } from '#shared/payment-methods.ts';
import type { Settings } from '#shared/settings.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { inReadersDigits } from '../../../i18n/grouped.ts';
import { formatDollars, formatTaka } from '../../../lib/money.ts';
import { decimalFromHundredths, parseHundredths } from '../../../lib/parse-typed.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';

const EXAMPLE_NANOS = nanos(10_000_000_000);
const costs = (rate: PaisaPerDollar) => formatTaka(takaFor(EXAMPLE_NANOS, rate));

/** "$10.00 costs ৳1,260.00. "; empty while no rate is typed. */
export function rateExample(typed: string): string {
  const rate = ratePaisa.safeParse(parseHundredths(typed));
  if (!rate.success) return '';
  return `${settingsTexts.get().costs({ example: formatDollars(EXAMPLE_NANOS), sum: costs(rate.data) })} `;
}

/** A rate rarely moves by more than a fifth at a time; a digit too many or too few does. */
export function askOfLeap(
  { ratePaisa: next }: Partial<Settings>,
  { ratePaisa: last }: Settings,
): Promise<boolean> | undefined {
  if (next === undefined || Math.abs(next - last) * 5 <= last) return undefined;
  return confirm(() => {
    const t = settingsTexts.get();
    return {
      title: t.changeRate({ before: decimal(last), after: decimal(next) }),
      text: t.changeRateText({ example: formatDollars(EXAMPLE_NANOS), before: costs(last), after: costs(next) }),
      confirmLabel: t.changeRateYes,
    };
  });
}

const decimal = (hundredths: number) => inReadersDigits(decimalFromHundredths(hundredths));
