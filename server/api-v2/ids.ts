import { parseId } from '#shared/parse-id.ts';
import type { Parameters } from './parameters.ts';
import { TradeRefusal } from './refusal.ts';

export const MOST_IDS = 1_000;

/** An id of a call: the text that was sent, and its number; null if it is no id. */
export interface SentId {
  text: string;
  id: number | null;
}

/** The ids of a call, in their order. `isList` if they were sent as a list, which is answered with a list. */
export interface SentIds {
  all: SentId[];
  isList: boolean;
}

/**
 * Reads the ids of a call: a list of the plural, or one or several with commas of the singular.
 * @throws TradeRefusal for more than 1,000
 */
export function readIds(parameters: Parameters, singular: 'order' | 'refill'): SentIds {
  const list = parameters[`${singular}s`];
  const sent = list ?? parameters[singular] ?? '';
  const texts = sent
    .split(',', 2 * MOST_IDS + 1)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (texts.length > MOST_IDS) throw new TradeRefusal(`Too many ids: at most ${MOST_IDS}`);
  return { all: texts.map((text) => ({ text, id: parseId(text) })), isList: list !== undefined || sent.includes(',') };
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
