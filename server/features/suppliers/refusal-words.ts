import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import type { RefusalWordsOut, SetRefusalWordsInput } from '#shared/supplier-status.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { lockRefusalWords, readRefusalWords, replaceRefusalWords } from '../../suppliers/refusal-words.ts';
import { versionOf } from '../../suppliers/word-tables.ts';

/** Unknown texts in the response, the most frequent first. */
const MOST_UNKNOWN = 50;

/** Words in suppliers' refusals, with the texts of unknown purchases that have no meaning yet. Admins only. */
export async function getRefusalWords(db: Db, actor: Actor): Promise<RefusalWordsOut> {
  assertAdmin(actor);
  return present(db);
}

/**
 * Replaces the words. They decide about answers from now on; purchases that are unknown stay so, and only no longer hold up the queue of
 * their supplier. Admins only.
 * @param input `expectedVersion` is that of the words that the admin saw
 * @throws DomainError `settings_changed` if it is stale, `bad_input` for a supplier that does not exist
 */
export async function setRefusalWords(
  { db, events }: WriteDeps,
  actor: Actor,
  input: SetRefusalWordsInput,
): Promise<RefusalWordsOut> {
  assertAdmin(actor);
  const out = await db.transaction(async (tx) => {
    await lockRefusalWords(tx);
    const before = await readRefusalWords(tx);
    if (input.expectedVersion !== undefined && input.expectedVersion !== versionOf(before))
      throw new DomainError('settings_changed');
    await replaceRefusalWords(tx, actor, { before, words: input.words });
    return present(tx);
  });
  events.publish('forwards');
  events.publish('suppliers');
  return out;
}

async function present(db: Db | Tx): Promise<RefusalWordsOut> {
  const words = await readRefusalWords(db);
  const unknown = await db.execute<{ text: string }>(sql`
    select unknown_words as text from forwards
    where state = 'unknown' and answer_words is not null and unknown_words is not null
    group by 1 order by count(*) desc, 1 limit ${MOST_UNKNOWN}`);
  return { words, version: versionOf(words), unknown: unknown.map(({ text }) => text) };
}
