import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db, Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import type { WriteDeps } from '#server/base/deps.ts';
import { DomainError, fieldError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { assertReauthenticated } from '#server/base/identity/assert-reauthenticated.ts';
import { forgetUnknown, lockAnswered, settleRefused } from '#server/features/orders/purchases/settle.ts';
import { decidingWords, type RefusalWord } from '#server/suppliers/purchases/judge.ts';
import {
  lockRefusalWords,
  readRefusalWords,
  replaceRefusalWords,
  waitingByWords,
  waitsWithWords,
  withWords,
} from '#server/suppliers/refusal-words.ts';
import type { countByWordsInput, SettledForward, SettleForwardInput } from '#shared/forwards.ts';
import type { Actor } from '#shared/users.ts';
import { readForward } from './forward-rows.ts';
import { wasSettledSo } from './was-settled-so.ts';

/** Purchases of one transaction. */
const SETTLED_AT_ONCE = 25;

type SettleByWords = SettleForwardInput & { words: RefusalWord };

/** How many unknown purchases some words would settle. Admins only. */
export async function countByWords(
  db: Db,
  actor: Actor,
  input: z.output<typeof countByWordsInput>,
): Promise<{ count: number }> {
  assertAdmin(actor);
  const words = withWords(await readRefusalWords(db), { ...input, meaning: 'order' });
  return { count: (await waitingByWords(db, words, input)).length };
}

/**
 * Remembers what words of a supplier mean, and settles every unknown purchase that waits with them as not bought, as a refusal with this
 * meaning. `may_be_bought` only remembers them. Purchases are settled a few at a time; one that changes in between is left. A repetition
 * goes on where the first call ended. Admins only.
 * @throws DomainError `not_found`, `already_decided`, `bad_input` if the words are not in the supplier's answer or others decide about it,
 * `reauthentication_required` for more than one purchase, `key_not_allowed` for an API key, `idempotency_conflict`
 */
export async function settleByWords(
  { db, events }: WriteDeps,
  actor: Actor,
  input: SettleByWords,
): Promise<SettledForward> {
  assertAdmin(actor);
  if (actor.keyId !== undefined) throw new DomainError('key_not_allowed');
  const ids = await db.transaction((tx) => remember(tx, actor, input));
  let settled = 0;
  for (let at = 0; at < ids.length; at += SETTLED_AT_ONCE) {
    const some = ids.slice(at, at + SETTLED_AT_ONCE);
    if (input.words.meaning === 'service') await pauseSources(db, some, input.words.text);
    const changed = await db.transaction((tx) => settleSome(tx, actor, input, some));
    settled += changed.length;
    for (const id of changed) events.publish('forwards', String(id));
  }
  events.publish('forwards', String(input.id));
  events.publish('suppliers');
  return { forward: await readForward(db, input.id), settled };
}

/** @returns the purchases to settle, this one first */
async function remember(tx: Tx, actor: Actor, input: SettleByWords): Promise<number[]> {
  const { id, words } = input;
  await lockRefusalWords(tx);
  const [row] = await tx.select().from(forwards).where(eq(forwards.id, id));
  if (!row) throw new DomainError('not_found');
  const before = await readRefusalWords(tx);
  const wasSettled = await wasSettledSo(tx, actor, input, (reason) => reason.includes(meansOf(words)));
  // A repetition goes on with the words that are stored: another admin may have changed them since.
  const after = wasSettled ? before : withWords(before, words);
  if (row.state !== 'unknown' && !wasSettled)
    throw new DomainError('already_decided', {
      message: `There is nothing to settle: it is ${row.state}.`,
      details: { status: row.state },
    });
  if (!wasSettled) assertDecides(row, words, after);
  const isSettled = words.meaning !== 'may_be_bought';
  const found = isSettled ? await waitingByWords(tx, after, words) : [];
  const ids = found.toSorted((one, other) => Number(other === id) - Number(one === id));
  if (wasSettled && ids.length === 0) return ids;
  if (ids.length > 1) assertReauthenticated(actor);
  await replaceRefusalWords(tx, actor, { before, words: after });
  const { serviceName, customer } = await readForward(tx, id);
  await recordAction(tx, actor, {
    action: 'forward.settle',
    subject: 'forward',
    subjectId: id,
    subjectName: serviceName,
    userId: customer.id,
    before: { state: row.state },
    after: {
      ...{ state: isSettled ? 'settled' : row.state, outcome: 'not_bought', orderId: row.orderId },
      ...{ words: `${words.text}: ${words.meaning}`, count: ids.length },
    },
  });
  return ids;
}

function assertDecides(row: typeof forwards.$inferSelect, words: RefusalWord, after: RefusalWord[]): void {
  const { supplierId, answerWords: answer } = row;
  const wrong = (message: string) => fieldError('bad_input', 'words', message);
  if (row.lockOwner !== null) throw wrong('The supplier is being asked for this order now. Try again in a minute.');
  if (answer === null || row.wordsAttempt !== row.attempts || row.restoredAt !== null)
    throw wrong('This purchase is not unknown because of the words of its supplier');
  if (decidingWords([words], { supplierId, answer }) === undefined)
    throw wrong('The supplier’s answer does not have these words');
  const deciding = decidingWords(after, { supplierId, answer });
  if (deciding !== words) throw wrong(`Other words decide about this answer: ${deciding?.text}`);
}

/** Of the events; it also tells whether a purchase was settled in this way before. */
const meansOf = ({ meaning }: RefusalWord) => `(these words mean: ${meaning})`;

/** Before the purchases: a transaction that locks them never locks a source. */
async function pauseSources(db: Db, ids: number[], text: string): Promise<void> {
  await db.execute(sql`
    update service_sources s set paused_at = now(), paused_reason = 'refused', paused_text = ${text}
    from forwards f join orders o on o.id = f.order_id
    where f.id = any(${sql.param(ids)}::bigint[]) and ${waitsWithWords} and s.paused_at is null
      and s.service_id = o.service_id and s.supplier_id = f.supplier_id and s.external_id = f.external_id`);
}

/** @returns those that changed */
async function settleSome(
  tx: Tx,
  actor: Actor,
  { id, words, requestId }: SettleByWords,
  ids: number[],
): Promise<number[]> {
  if (words.meaning === 'may_be_bought') return [];
  const some = sql`any(${sql.param(ids)}::bigint[])`;
  await tx.execute(sql`
    select from orders where id in (select order_id from forwards where id = ${some}) order by id for no key update`);
  const rows = await tx.execute<{ id: number; supplierId: number; answer: string }>(sql`
    select f.id, f.supplier_id as "supplierId", f.answer_words as answer from forwards f
    where f.id = ${some} and ${waitsWithWords} and f.holder is null order by f.id for no key update`);
  const now = await readRefusalWords(tx);
  const changed: number[] = [];
  for (const { supplierId, answer, ...each } of rows) {
    // Another admin may have given it another meaning since.
    const deciding = decidingWords(now, { supplierId, answer });
    if (deciding?.meaning !== words.meaning) continue;
    const row = await lockAnswered(tx, each.id);
    if (!row) continue;
    await forgetUnknown(tx, row);
    const by = { actorId: actor.id, requestId: each.id === id ? requestId : undefined };
    const text = `${answer} ${meansOf(words)}`;
    await settleRefused(tx, { ...row, by }, { reason: words.meaning, text });
    changed.push(each.id);
  }
  return changed;
}
