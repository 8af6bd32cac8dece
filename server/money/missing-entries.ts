import { createHash } from 'node:crypto';
import { and, asc, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { acknowledgedMissing } from '#db/schema/missing.ts';
import type { AcknowledgedEntry, AcknowledgedGrant, Remembered } from './acknowledged.ts';
import { ENTRIES_PER_LOOK, findMissing } from './find-missing.ts';

/** Neither settled by an admin nor found again. */
export const isOpen = sql`(${acknowledgedMissing.outcome} is null and ${acknowledgedMissing.foundAt} is null)`;

/** How many entries are missing and not settled. */
export function countOpenMissing(db: Db): Promise<number> {
  return db.$count(acknowledgedMissing, isOpen);
}

/**
 * Stores missing entries once, however many servers miss them. One that was found and is missing again is open again.
 * @returns those that are newly missing, without those that another server stored
 */
export async function noteMissing(db: Db, missing: readonly Remembered[]): Promise<AcknowledgedEntry[]> {
  const noted: AcknowledgedEntry[] = [];
  for (let start = 0; start < missing.length; start += ENTRIES_PER_LOOK) {
    const rows = new Map(
      missing.slice(start, start + ENTRIES_PER_LOOK).map((each) => [fingerprintOf(each.entry), each]),
    );
    const stored = await db
      .insert(acknowledgedMissing)
      .values([...rows].map(([fingerprint, each]) => rowOf(fingerprint, each)))
      .onConflictDoUpdate({
        target: acknowledgedMissing.fingerprint,
        set: { foundAt: null, noticedAt: sql`now()` },
        setWhere: sql`${acknowledgedMissing.foundAt} is not null and ${acknowledgedMissing.outcome} is null`,
      })
      .returning({ fingerprint: acknowledgedMissing.fingerprint });
    for (const { fingerprint } of stored) {
      const each = rows.get(fingerprint);
      if (each) noted.push(each.entry);
    }
  }
  return noted;
}

/**
 * Looks again for the open entries, and takes those off that the database has by now: after a retry, or when an admin has decided again.
 * @returns their ids
 * @throws LookInterrupted if the server is not on this timeline, or can't be written to
 */
export async function takeOffFound(db: Db, timeline: string): Promise<number[]> {
  const found: number[] = [];
  for (let lastId = 0; ; ) {
    const rows = await db
      .select()
      .from(acknowledgedMissing)
      .where(and(isOpen, gt(acknowledgedMissing.id, lastId)))
      .orderBy(asc(acknowledgedMissing.id))
      .limit(ENTRIES_PER_LOOK);
    const entries = rows.map(entryOf);
    const missing = await findMissing(db, entries, timeline);
    const ids = rows.flatMap(({ id }, index) => (missing.has(entries[index] as AcknowledgedEntry) ? [] : [id]));
    if (ids.length > 0) {
      const taken = await db
        .update(acknowledgedMissing)
        .set({ foundAt: sql`now()` })
        .where(and(inArray(acknowledgedMissing.id, ids), isOpen))
        .returning({ id: acknowledgedMissing.id });
      found.push(...taken.map(({ id }) => id));
    }
    if (rows.length < ENTRIES_PER_LOOK) return found;
    lastId = rows.at(-1)?.id ?? 0;
  }
}

/** All servers that acknowledged an entry compute the same, also for a retry. */
function fingerprintOf(entry: AcknowledgedEntry): string {
  const { kind, userId, amountNanos, requestId } = entry;
  const identity = 'grantId' in entry ? [requestId] : [numberOf(entry), entry.createdMs];
  const text = JSON.stringify([kind, userId, amountNanos, ...identity]);
  return createHash('sha256').update(text).digest('hex');
}

const numberOf = (entry: Exclude<AcknowledgedEntry, AcknowledgedGrant>) =>
  'orderId' in entry ? entry.orderId : entry.rechargeId;

function rowOf(fingerprint: string, { entry, atMs }: Remembered): typeof acknowledgedMissing.$inferInsert {
  return {
    ...entry,
    fingerprint,
    ...('createdMs' in entry && { createdAt: new Date(entry.createdMs) }),
    // By this machine's clock as it is now; `performance.now` does not jump.
    acknowledgedAt: new Date(Date.now() - (performance.now() - atMs)),
  };
}

function entryOf(row: typeof acknowledgedMissing.$inferSelect): AcknowledgedEntry {
  const { orderId, rechargeId, grantId, ...facts } = row;
  const createdMs = facts.createdAt?.getTime() ?? 0;
  const subject = orderId !== null ? { orderId } : rechargeId !== null ? { rechargeId } : { grantId };
  // `rowOf` has written all fields of this kind, and a check demands them.
  return { ...facts, ...subject, createdMs } as unknown as AcknowledgedEntry;
}
