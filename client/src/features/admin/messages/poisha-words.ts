import { formatCount } from '../../../lib/format.ts';

/** `৳1,928.50`; an amount without poisha has no decimals. */
export function poishaWords(poisha: number | null): string | null {
  if (poisha === null) return null;
  const end = poisha % 100 !== 0 && poisha % 10 === 0 ? formatCount(0) : '';
  return `৳${formatCount(poisha / 100)}${end}`;
}
