import { groupedDigits } from '#shared/grouped-digits.ts';
import { $language, languageInfo } from './language.ts';

let decimals: Intl.NumberFormat | undefined;

/**
 * A number that is only read: "12,500", in Bengali "১২,৫০০". `Intl` is used for fractions only, which are rare: on a slow phone the
 * first formatter takes 120 ms.
 */
export function grouped(value: number): string {
  if (Number.isSafeInteger(value)) return inReadersDigits(groupedDigits(String(value)));
  decimals ??= new Intl.NumberFormat('en-US');
  return inReadersDigits(decimals.format(value));
}

/**
 * A text with its numbers in the digits and groups of the current language: "$1,234,567.89", in Bengali "$১২,৩৪,৫৬৭.৮৯". Not for
 * digits that are typed, copied or compared, such as a transaction ID or an order's number.
 */
export function inReadersDigits(text: string): string {
  const { numerals } = languageInfo[$language.get()];
  if (!numerals) return text;
  return text
    .replace(/\d{1,3}(?:,\d{3})+/g, (number) => number.replaceAll(',', '').replace(numerals.groups, ','))
    .replace(/\d/g, (digit) => numerals.digits[Number(digit)] as string);
}
