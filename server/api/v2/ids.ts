import { parseId } from '#shared/parse-id.ts';
import type { Parameters } from './parameters.ts';
import { TradeRefusal, tradeTexts } from './refusal.ts';

const MOST_IDS = 1_000;
const MOST_PARTS = 2 * MOST_IDS;

/** An id of a call: the text that was sent, and its number; null if it is no id. */
export interface SentId {
  text: string;
  id: number | null;
}

/** The ids of a call, in their order. `isList` if they were sent as a list, which is answered with a list. */
export interface SentIds {
  all: [SentId, ...SentId[]];
  isList: boolean;
}

/**
 * Reads the ids of a call: a list of the plural, or one or several with commas of the singular.
 * @throws TradeRefusal for none, and for more than 1,000
 */
export function readIds(parameters: Parameters, singular: 'order' | 'refill'): SentIds {
  const list = parameters[`${singular}s`];
  const sent = list ?? parameters[singular] ?? '';
  // Few of them are empty.
  const parts = sent.split(',', MOST_PARTS + 1);
  const texts = parts.map((part) => part.trim()).filter((text) => text !== '');
  if (texts.length > MOST_IDS || parts.length > MOST_PARTS) throw new TradeRefusal(`Too many ids: at most ${MOST_IDS}`);
  const [first, ...others] = texts.map((text) => ({ text, id: parseId(text) }));
  if (!first) throw new TradeRefusal(tradeTexts[singular]);
  return { all: [first, ...others], isList: list !== undefined || sent.includes(',') };
}

/** The numbers among the ids. */
export function numbersOf({ all }: SentIds): number[] {
  return all.flatMap(({ id }) => id ?? []);
}

/** An id in a list: a number, as in the documents, or the text that was sent instead of one. */
export const idInList = ({ text, id }: SentId): number | string => id ?? text;

/**
 * The JSON text of an object whose keys are the ids as they were sent. An object of JavaScript would sort numbers and lose `__proto__`.
 * @param valueOf is called once for each id
 */
export function objectByText({ all }: SentIds, valueOf: (sent: SentId) => unknown): string {
  const members = new Map<string, string>();
  for (const sent of all) {
    if (members.has(sent.text)) continue;
    members.set(sent.text, `${JSON.stringify(sent.text)}:${JSON.stringify(valueOf(sent))}`);
  }
  return `{${[...members.values()].join(',')}}`;
}
