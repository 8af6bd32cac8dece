/** Digits in groups of three; the blanks may be ones that do not break. */
const THOUSANDS = /^\d{1,3}([ \u00a0\u2009\u202f]\d{3})+(?=\.|$)/;

/**
 * An amount without the sign or the code of the supplier's own currency, which may stand on either side, and without the blanks that
 * divide its thousands: `$ 1 200.50`, `90 ৳`, `USD 3`. Another currency's stays, so that the result is no number.
 * @param currency as ISO 4217 writes it
 */
export function plainAmount(text: string, currency: string): string {
  const trimmed = text.trim();
  const minus = /^[-+]?/.exec(trimmed)?.[0] ?? '';
  const amount = trimmed.slice(minus.length).trim().toUpperCase();
  const sign = signsOf(currency).find((each) => amount.startsWith(each) || amount.endsWith(each)) ?? '';
  const digits = amount.startsWith(sign) ? amount.slice(sign.length) : amount.slice(0, -sign.length);
  const plain = digits.trim().replace(THOUSANDS, (groups) => groups.replaceAll(/\D/g, ''));
  return minus + plain;
}

/** Whether a text that is no amount of the supplier's currency names another one, by its sign or its letters. */
export function namesCurrency(text: string): boolean {
  return /\d/.test(text) && /\p{Sc}|\p{L}{2}/u.test(text);
}

const signs = new Map<string, string[]>();

/** As people write it: the code, and signs such as `US$` and `$`. */
function signsOf(currency: string): string[] {
  const known = signs.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const sign =
    format
      .formatToParts(1)
      .find(({ type }) => type === 'currency')
      ?.value.toUpperCase() ?? currency;
  const made = [currency, currency.slice(0, 2) + sign, sign];
  signs.set(currency, made);
  return made;
}
