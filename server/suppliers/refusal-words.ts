import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { supplierRefusalWords, suppliers } from '#db/schema/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../base/audit/record-action.ts';
import { fieldError } from '../base/errors.ts';
import { decidingWords, type RefusalWord } from './purchases/judge.ts';
import { changesOf } from './word-tables.ts';

export function readRefusalWords(db: Db | Tx): Promise<RefusalWord[]> {
  const { text, meaning, supplierId } = supplierRefusalWords;
  return db.select({ text, meaning, supplierId }).from(supplierRefusalWords).orderBy(supplierRefusalWords.id);
}

/** Unknown purchases whose last attempt was answered by words that decide about it, except those from before a restore. */
export const waitsWithWords = sql.raw(
  `f.state = 'unknown' and f.answer_words is not null and f.words_attempt = f.attempts and f.restored_at is null`,
);
/** More are not looked at in one call. */
const MOST_WAITING = 5_000;

/** The unknown purchases about which some of the words decide, oldest first. */
export async function waitingByWords(
  db: Db | Tx,
  words: readonly RefusalWord[],
  { text, supplierId }: Pick<RefusalWord, 'text' | 'supplierId'>,
): Promise<number[]> {
  const rows = await db.execute<{ id: number; supplierId: number; answer: string }>(sql`
    select f.id, f.supplier_id as "supplierId", f.answer_words as answer from forwards f
    where ${waitsWithWords} and (${supplierId}::bigint is null or f.supplier_id = ${supplierId}::bigint)
    order by f.id limit ${MOST_WAITING}`);
  const isTheirs = (deciding: RefusalWord | undefined) => deciding?.text === text && deciding.supplierId === supplierId;
  return rows.flatMap(({ id, ...row }) => (isTheirs(decidingWords(words, row)) ? [id] : []));
}

/** The words with a new meaning of some. */
export function withWords(words: readonly RefusalWord[], added: RefusalWord): RefusalWord[] {
  const isSame = (each: RefusalWord) =>
    each.supplierId === added.supplierId && each.text.toLowerCase() === added.text.toLowerCase();
  return [...words.filter((each) => !isSame(each)), added];
}

/** Marks which unknown purchases wait for a meaning of their words. The caller holds the lock of the table. */
async function noteKnownWords(tx: Tx, words: readonly RefusalWord[]): Promise<void> {
  const rows = await tx.execute<{ id: number; supplierId: number; answer: string; isKnown: boolean }>(sql`
    select f.id, f.supplier_id as "supplierId", f.answer_words as answer, f.unknown_words is null as "isKnown" from forwards f
    where f.state = 'unknown' and f.answer_words is not null order by f.id limit ${MOST_WAITING} for no key update`);
  const changed = rows.filter(({ isKnown, ...row }) => isKnown !== (decidingWords(words, row) !== undefined));
  await tx.execute(sql`
    update forwards set unknown_words = case when unknown_words is null then answer_words end
    where id = any(${sql.param(changed.map(({ id }) => id))}::bigint[])`);
}

/** Answers that carry words wait for the end of the transaction, and then see its words. */
export async function lockRefusalWords(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table supplier_refusal_words in share row exclusive mode`);
}

/** Stores the whole table, and what follows for purchases that wait. The caller has locked it. */
export async function replaceRefusalWords(
  tx: Tx,
  actor: Actor,
  { before, words }: { before: RefusalWord[]; words: RefusalWord[] },
): Promise<void> {
  const changes = changesOf(before.map(lineOf), words.map(lineOf));
  if (changes.before.words.length + changes.after.words.length > 0) {
    const ids = words.flatMap(({ supplierId }) => supplierId ?? []);
    const known = await tx.$count(suppliers, inArray(suppliers.id, ids));
    if (known < new Set(ids).size) throw fieldError('bad_input', 'words', 'There is no such supplier');
    await tx.delete(supplierRefusalWords);
    if (words.length > 0) await tx.insert(supplierRefusalWords).values(words);
    await recordAction(tx, actor, { action: 'supplier.setRefusalWords', subject: 'settings', ...changes });
  }
  await noteKnownWords(tx, words);
}

/** A line for the audit: "went wrong: may_be_bought", with the number of the supplier if it is of one. */
function lineOf({ text, meaning, supplierId }: RefusalWord): string {
  return `${text}: ${meaning}${supplierId === null ? '' : ` (supplier ${supplierId})`}`;
}

/** Answers of a supplier that differ only in numbers and ids are one text. */
const SAME_TEXT = 3;
/** Of any texts. */
const ANY_TEXT = 10;

/** Whether the queue of a supplier waits: three purchases are unknown with one text in no table, or ten with any. */
export function waitsForWords(supplierId: SQL): SQL<boolean> {
  return sql`exists (
    select from forwards f
    where f.supplier_id = ${supplierId} and f.state = 'unknown' and f.answer_words is not null and f.unknown_words is not null
    group by grouping sets ((regexp_replace(lower(f.unknown_words), '[0-9a-f-]*[0-9][0-9a-f-]*', '#', 'g')), ())
    having count(*) >= case when grouping(regexp_replace(lower(f.unknown_words), '[0-9a-f-]*[0-9][0-9a-f-]*', '#', 'g')) = 0
      then ${sql.raw(String(SAME_TEXT))} else ${sql.raw(String(ANY_TEXT))} end)`;
}
