import { inReadersDigits } from '../../i18n/grouped.ts';
import { formatCount } from '../../lib/format.ts';

/** Poisha as taka with two decimals: `৳1,928.50`. */
export function poishaWords(poisha: number): string {
  const rest = String(poisha % 100).padStart(2, '0');
  return `৳${formatCount(Math.floor(poisha / 100))}.${inReadersDigits(rest)}`;
}
