import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import { categories } from '#shared/categories.ts';
import { bengaliSpellings } from '#shared/market/bengali-words.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import type { Within } from '../../base/lists/categories.ts';
import { SHORTEST_WITHIN } from '../../base/lists/search-text.ts';
import { isBengali } from './bengali-names.ts';
import { closestName } from './closest-name.ts';
import { containsText, isWithin } from './search-services.ts';

/** Further words of a search are ignored. */
const MOST_WORDS = 6;
/** So many rows are compared; at 100,000 services a common word with a typo has twenty thousand. */
const MOST_COMPARED = 5_000;
/** The best-selling ones of these are found. */
const MOST_FOUND = 500;

interface Search {
  search: string;
  within?: Within | undefined;
}

const similar = cachedRead((db, key) => findByWords(db, JSON.parse(key) as Search), {
  freshForMs: 5_000,
  maxKeys: 200,
});

/**
 * The ids of services on offer with words similar to those of a search that finds nothing by its exact text. The words may be in any
 * order, and those of no service are ignored, if half of them remain.
 */
export function findSimilar(db: Db, { search, within }: Search): Promise<number[]> {
  return similar.get(db, JSON.stringify({ search, within }));
}

/** After a change of the catalogue. */
export function forgetSimilar(db: Db): void {
  similar.forget(db);
}

async function findByWords(db: Db, { search, within }: Search): Promise<number[]> {
  const words = [...new Set(search.split(/[\s,;|/]+/).filter(isWord))].slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  for (const bengali of passes(search, words)) {
    const ids = await db.transaction(async (tx) => {
      if (!bengali) await tx.execute(onlyByTrigrams);
      return findByAll(tx, await meaningOf(tx, words, { bengali }), within);
    });
    if (ids.length > 0) return ids;
  }
  return [];
}

/**
 * PostgreSQL takes a word with a typo for a common one, and would read all services in some order until it finds one. Half of the
 * trigrams is enough, for a word with two typos.
 */
const onlyByTrigrams = sql`
  select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
    set_config('pg_trgm.word_similarity_threshold', '0.5', true)`;

/** Whether Bengali names are searched. They have no trigrams, so that each is read, and an English search reads them last. */
function passes(search: string, words: readonly string[]): boolean[] {
  if (isBengali(search)) return [true];
  return words.some((word) => closestName(word) !== undefined) ? [false, true] : [false];
}

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The conditions of the words that some service meets; none if they are less than half of all. */
async function meaningOf(tx: Tx, words: readonly string[], { bengali }: { bengali: boolean }): Promise<SQL[]> {
  const ways = words.map((word) => {
    const [typed, meant] = [asTyped(word), asMeant(word, bengali)];
    // A word that exists has no typo; with Bengali names, it may also exist in the other language.
    return bengali ? [or(typed, meant)] : [typed, meant];
  });
  const conditions = ways.flat();
  const flags = conditions.map((condition, at) => {
    const name = sql.identifier(`way${at}`);
    return sql`exists (select from ${services} where ${and(isOnOffer, condition)}) as ${name}`;
  });
  const [row] = await tx.execute<Record<string, boolean>>(sql`select ${sql.join(flags, sql`, `)}`);
  const met = ways.flatMap((each) => each.find((way) => row?.[`way${conditions.indexOf(way)}`]) ?? []);
  return met.length * 2 >= words.length ? met : [];
}

function asTyped(word: string): SQL {
  if (isBengali(word)) return nameHas(word);
  return word.length < SHORTEST_WITHIN ? hasSimilarWord(word) : containsText(word);
}

/** The platform or kind that the word is closest to, else names with a similar word. */
function asMeant(word: string, bengali: boolean): SQL | undefined {
  const name = closestName(word);
  if (name === undefined) return hasSimilarWord(word);
  const category = categories.find((each) => each === name);
  const inBengali = bengali ? (bengaliSpellings[name] ?? []) : [];
  return or(containsText(name), category && eq(services.top, category), ...inBengali.map(nameHas));
}

/** By the index of names. */
function hasSimilarWord(word: string): SQL {
  return sql`all_names(${services.name}, ${services.formerNames}) %> ${word}`;
}

function nameHas(text: string): SQL {
  return sql`(strpos(${services.name}, ${text}) > 0 or strpos(${services.nameBn}, ${text}) > 0)`;
}

async function findByAll(tx: Tx, conditions: readonly SQL[], within: Within | undefined): Promise<number[]> {
  if (conditions.length === 0) return [];
  const { id, countedOrders } = services;
  const matching = and(isOnOffer, isWithin(within), ...conditions);
  // Without the materialized step PostgreSQL could walk the whole catalogue in the order of sales.
  const rows = await tx.execute<{ id: number }>(sql`
    with compared as materialized (
      select ${id}, ${countedOrders} from ${services} where ${matching} limit ${MOST_COMPARED}
    )
    select id from compared order by counted_orders desc, id desc limit ${MOST_FOUND}`);
  return rows.map((row) => row.id);
}
