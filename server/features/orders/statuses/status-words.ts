import type { Db, Tx } from '#db/client.ts';
import { supplierStatusWords } from '#db/schema/supplier-catalogue.ts';
import { plainWord, type StatusMeaning } from '#shared/supplier-words.ts';

/** Suppliers' words for statuses, by their plain form. */
export type StatusWords = ReadonlyMap<string, StatusMeaning>;

export async function readStatusWords(db: Db | Tx): Promise<StatusWords> {
  const rows = await db
    .select({ word: supplierStatusWords.word, meaning: supplierStatusWords.meaning })
    .from(supplierStatusWords);
  // A word that was saved with signs is met without them, unless there is another such word.
  return new Map([
    ...rows.map(({ word, meaning }) => [plainWord(word), meaning] as const),
    ...rows.map(({ word, meaning }) => [word, meaning] as const),
  ]);
}

/** Undefined for a word in no table. */
export function meaningOf(words: StatusWords, word: string): StatusMeaning | undefined {
  return words.get(plainWord(word));
}
