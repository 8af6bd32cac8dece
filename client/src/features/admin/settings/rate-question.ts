import { nanos, type PaisaPerDollar, takaFor } from '#shared/money.ts';
import { ratePaisa, type Settings } from '#shared/settings.ts';
import { formatDollars, formatTaka } from '../../../lib/money.ts';
import { decimalFromHundredths, parseHundredths } from '../../../lib/parse-typed.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';

const EXAMPLE_NANOS = nanos(10_000_000_000);
const costs = (rate: PaisaPerDollar) => formatTaka(takaFor(EXAMPLE_NANOS, rate));

/** "$10.00 costs ৳1,260.00. "; empty while no rate is typed. */
export function rateExample(typed: string): string {
  const rate = ratePaisa.safeParse(parseHundredths(typed));
  return rate.success ? `${formatDollars(EXAMPLE_NANOS)} costs ${costs(rate.data)}. ` : '';
}

/** A rate rarely moves by more than a fifth at a time; a digit too many or too few does. */
export function askOfLeap(
  { ratePaisa: next }: Partial<Settings>,
  { ratePaisa: last }: Settings,
): Promise<boolean> | undefined {
  if (next === undefined || Math.abs(next - last) * 5 <= last) return undefined;
  return confirm({
    title: `Change the rate from ${decimalFromHundredths(last)} to ${decimalFromHundredths(next)} taka?`,
    text: `It differs by more than 20 %. ${formatDollars(EXAMPLE_NANOS)} costs ${costs(last)} now, and ${costs(next)} afterwards.`,
    confirmLabel: 'Change the rate',
  });
}
