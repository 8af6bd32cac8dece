import { formatCount } from '../../../lib/format.ts';

interface Total {
  /** How many of the chosen status there are, where nothing else narrows the list. */
  ofStatus: number | undefined;
  /** How many a filter finds, counted up to a bound. */
  matching: { count: number; isAll: boolean } | undefined;
}

/** How many rows a list has in all: "4,177", or "more than 10,000". */
export function totalWords({ ofStatus, matching }: Total): string | undefined {
  if (ofStatus !== undefined) return formatCount(ofStatus);
  if (!matching) return undefined;
  return matching.isAll ? formatCount(matching.count) : `more than ${formatCount(matching.count)}`;
}
