import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { forwardEvents, forwards } from '#db/schema/forwards.ts';
import { supplierCalls, suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { callColumns, presentCall } from '#server/suppliers/call-rows.ts';
import type { ForwardWithHistory } from '#shared/forwards.ts';
import { minus, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { presentForward, selectForwards } from './forward-rows.ts';

/** A supplier that never answers is asked again and again: the newest attempts and events of a page. */
const MOST_ATTEMPTS = 50;
const MOST_EVENTS = 200;
/** Of each response. */
const DISPLAYED_BYTES = 16_384;

/**
 * A purchase with its history and every attempt, oldest first, with the bytes that were sent and received. Admins only.
 * @throws DomainError `not_found`
 */
export async function getForward(db: Db, actor: Actor, { id }: { id: number }): Promise<ForwardWithHistory> {
  assertAdmin(actor);
  const [[row], events, calls, evidence] = await Promise.all([
    selectForwards(db).where(eq(forwards.id, id)),
    readEvents(db, id),
    readCalls(db, id),
    readEvidence(db, id),
  ]);
  if (!row) throw new DomainError('not_found');
  return { ...presentForward(row), events, attemptCalls: calls, ...evidence };
}

async function readEvents(db: Db, id: number) {
  const rows = await db
    .select({
      seq: forwardEvents.seq,
      from: forwardEvents.from,
      to: forwardEvents.to,
      supplierName: suppliers.name,
      byName: users.userName,
      reason: forwardEvents.reason,
      at: forwardEvents.at,
    })
    .from(forwardEvents)
    .leftJoin(suppliers, eq(suppliers.id, forwardEvents.supplierId))
    .leftJoin(users, eq(users.id, forwardEvents.actorId))
    .where(eq(forwardEvents.forwardId, id))
    .orderBy(sql`${forwardEvents.seq} desc`)
    .limit(MOST_EVENTS);
  return rows.reverse();
}

async function readCalls(db: Db, id: number) {
  const newest = db
    .select({ id: supplierCalls.id })
    .from(supplierCalls)
    .where(eq(supplierCalls.forwardId, id))
    .orderBy(sql`${supplierCalls.id} desc`)
    .limit(MOST_ATTEMPTS);
  const rows = await db
    .select({ ...callColumns(DISPLAYED_BYTES), request: supplierCalls.request, supplierName: suppliers.name })
    .from(supplierCalls)
    .innerJoin(suppliers, eq(suppliers.id, supplierCalls.supplierId))
    .where(sql`${supplierCalls.id} in ${newest}`)
    .orderBy(asc(supplierCalls.id));
  return rows.map((row) => presentCall(row));
}

const NO_EVIDENCE = { balanceProof: null, answerWords: null, balanceMicros: null, booksMicros: null, at: null };

async function readEvidence(
  db: Db,
  id: number,
): Promise<Pick<ForwardWithHistory, 'balanceEvidence' | 'balanceProof' | 'answerWords'>> {
  const [row] = await db
    .select({
      balanceMicros: forwards.evidenceBalanceMicros,
      booksMicros: forwards.evidenceBooksMicros,
      at: forwards.evidenceAt,
      balanceProof: forwards.balanceProof,
      answerWords: sql<
        string | null
      >`case when ${forwards.wordsAttempt} = ${forwards.attempts} and ${forwards.state} = 'unknown'
        and ${forwards.restoredAt} is null then ${forwards.answerWords} end`,
    })
    .from(forwards)
    .where(eq(forwards.id, id));
  const { balanceProof, answerWords, balanceMicros, booksMicros, at } = row ?? NO_EVIDENCE;
  if (balanceMicros === null || booksMicros === null || at === null)
    return { balanceEvidence: null, balanceProof, answerWords };
  const unexplained = minus(booksMicros, balanceMicros);
  const [balance, books, difference] = [balanceMicros, booksMicros, unexplained].map((amount) =>
    supplierDecimal(amount, AMOUNT_SCALE),
  ) as [string, string, string];
  return { balanceEvidence: { balance, books, unexplained: difference, at }, balanceProof, answerWords };
}
