import { currencyIn, readPrice } from '#shared/paste/table.ts';
import { parseSupplierAmount, type SupplierMicros } from '#shared/supplier-money.ts';

/** Digits as programs write them: nothing in them can be read in two ways. */
const PLAIN = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/**
 * Reads an amount as suppliers write it. The sign or the code of the supplier's own currency may stand on either side, and the digits
 * may be grouped: `$ 1 200.50`, `90 ৳`, `USD 3`, `0,95`.
 * @param currency as ISO 4217 writes it
 * @returns the reason for another currency, and for what is no number or can be read as two: `1,234`
 */
export function readAmount(
  text: string,
  currency: string,
): { amount: SupplierMicros } | { problem: 'rate_not_a_number' | 'rate_other_currency' } {
  const [, sign = '', digits = ''] = /^([-+]?)\s*(.*)$/s.exec(withoutSign(text.trim(), currency)) ?? [];
  const read = PLAIN.test(digits) ? { price: digits, currency: null } : readPrice(digits);
  const isOwn = 'price' in read && (read.currency === null || read.currency === currency);
  const amount = isOwn ? parseSupplierAmount(sign + read.price) : null;
  if (amount !== null) return { amount };
  return { problem: (currencyIn(digits) ?? currency) === currency ? 'rate_not_a_number' : 'rate_other_currency' };
}

/** Another currency's sign stays. A point behind the code may be its own, or that of the number: `USD.50` is none. */
function withoutSign(text: string, currency: string): string {
  const minus = /^[-+]?/.exec(text)?.[0] ?? '';
  const amount = text.slice(minus.length).trim().toUpperCase();
  const sign = signsOf(currency).find((each) => amount.startsWith(each) || amount.endsWith(each)) ?? '';
  if (amount.startsWith(`${currency}.`)) return '';
  const digits = amount.startsWith(sign) ? amount.slice(sign.length) : amount.slice(0, -sign.length);
  return minus + digits.trim();
}

const signs = new Map<string, string[]>();

/** As people write it: the code, and signs such as `US$` and `$`, or `Rs.` and `Rs`. */
function signsOf(currency: string): string[] {
  const known = signs.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const sign =
    format
      .formatToParts(1)
      .find(({ type }) => type === 'currency')
      ?.value.toUpperCase() ?? currency;
  const abbreviated = sign !== currency && /\p{L}$/u.test(sign) ? [`${sign}.`] : [];
  const made = [currency, currency.slice(0, 2) + sign, ...abbreviated, sign];
  signs.set(currency, made);
  return made;
}
