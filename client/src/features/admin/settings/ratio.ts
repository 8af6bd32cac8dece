import { formatCount } from '../../../lib/format.ts';

/** "4.6:1", rounded down so that it never claims more than there is. */
export function ratioOf(contrast: number): string {
  const tenths = Math.floor(contrast * 10);
  return `${formatCount(Math.floor(tenths / 10))}.${formatCount(tenths % 10)}:${formatCount(1)}`;
}
