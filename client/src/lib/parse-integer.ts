import { latinDigits } from '#shared/latin-digits.ts';

/** Spaces that separate thousands in printed and pasted text: no-break, figure, thin and narrow no-break. */
const PRINTED_SPACES = /[\u00a0\u2007\u2009\u202f]/g;
/** Commas or spaces, not both, that group thousands or, as in Bangladesh, lakhs. */
const GROUPED = [
  { separator: ',', form: /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.|$)/ },
  { separator: ' ', form: /^-?\d{1,3}( \d{2,3})* \d{3}(\.|$)/ },
];

/** Parses digits with or without group separators; null for any other text or an unsafe integer. */
export function parseInteger(text: string): number | null {
  const digits = ungrouped(latinDigits(text).trim());
  if (!/^-?\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}

/** Removes commas or spaces that group thousands ("1,500,000", "1 500") or, as in Bangladesh, lakhs ("15,00,000"). */
export function ungrouped(text: string): string {
  const plain = text.replace(PRINTED_SPACES, ' ');
  const grouped = GROUPED.find(({ form }) => form.test(plain));
  return grouped ? plain.replaceAll(grouped.separator, '') : text;
}
