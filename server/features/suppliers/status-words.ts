import { asc, count, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { supplierStatusWords } from '#db/schema/supplier-catalogue.ts';
import type { SetStatusWordsInput, StatusWord, StatusWordsOut } from '#shared/supplier-status.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertSeen, changesOf, versionOf } from '../../suppliers/word-tables.ts';

/** Unknown words in the response, the most frequent first. */
const MOST_UNKNOWN = 50;

/** Suppliers' words for statuses, with the unknown ones that orders wait for. Admins only. */
export async function readStatusWords(db: Db, actor: Actor): Promise<StatusWordsOut> {
  assertAdmin(actor);
  return present(db);
}

/**
 * Replaces the words. Orders that wait for one of them are asked for again at once. Admins only.
 * @param input `expectedVersion` is that of the words that the admin saw; a retry succeeds without a change
 * @throws DomainError `settings_changed` if another admin changed them
 */
export async function setStatusWords(
  { db, events }: WriteDeps,
  actor: Actor,
  input: SetStatusWordsInput,
): Promise<StatusWordsOut> {
  assertAdmin(actor);
  const out = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table supplier_status_words in share row exclusive mode`);
    const before = await select(tx);
    assertSeen(before, input, lineOf);
    await replace(tx, input.words);
    const changes = changesOf(before.map(lineOf), (await select(tx)).map(lineOf));
    await recordAction(tx, actor, { action: 'supplier.setStatusWords', subject: 'settings', ...changes });
    await tx
      .update(forwards)
      .set({ statusDueAt: sql`now()` })
      .where(sql`${forwards.flag} = 'unknown_status' and ${forwards.statusDueAt} is not null`);
    return present(tx);
  });
  events.publish('forwards');
  return out;
}

async function replace(tx: Tx, words: StatusWord[]): Promise<void> {
  const names = words.map(({ word }) => word);
  await tx
    .delete(supplierStatusWords)
    .where(names.length > 0 ? notInArray(supplierStatusWords.word, names) : undefined);
  if (names.length === 0) return;
  await tx
    .insert(supplierStatusWords)
    .values(words)
    .onConflictDoUpdate({ target: supplierStatusWords.word, set: { meaning: sql`excluded.meaning` } });
}

const lineOf = ({ word, meaning }: StatusWord) => `${word}: ${meaning}`;

function select(db: Db | Tx): Promise<StatusWord[]> {
  return db
    .select({ word: supplierStatusWords.word, meaning: supplierStatusWords.meaning })
    .from(supplierStatusWords)
    .orderBy(asc(supplierStatusWords.word));
}

async function present(db: Db | Tx): Promise<StatusWordsOut> {
  const unknown = await db
    .select({ word: sql<string>`${forwards.supplierStatus}`, count: count() })
    .from(forwards)
    .where(eq(forwards.flag, 'unknown_status'))
    .groupBy(forwards.supplierStatus)
    .orderBy(desc(count()), asc(forwards.supplierStatus))
    .limit(MOST_UNKNOWN);
  const words = await select(db);
  return { words, version: versionOf(words), unknown };
}
