import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { evidence } from '#db/schema/evidence.ts';
import type { EvidenceState } from '#shared/evidence.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { asKind } from '../base/queue/kind.ts';
import { readMessage } from '../features/evidence/read-message.ts';
import { readWordings } from '../features/evidence/wording-rows.ts';

/** Reading takes milliseconds. */
const CLAIM_SECONDS = 60;

interface Message {
  id: number;
  sender: string;
  text: string;
}

type Read = ReturnType<typeof readMessage>;

/** Reads the messages that phones have delivered, oldest first. */
export function messagesKind({ db }: { db: Db }) {
  return asKind<Message, Read>({
    name: 'messages',
    slots: 1,
    topics: ['evidence'],
    claim: (tx, { count, only }) =>
      tx.execute<Message & Record<string, unknown>>(sql`
        update evidence set state = null, reason = null, due_at = now() + make_interval(secs => ${CLAIM_SECONDS})
        where id = any(array(
          select e.id from evidence e where ${only === undefined ? isDue : sql`e.id = ${only} and (e.due_at is not null or e.state = 'not_understood')`}
          order by due_at, e.id limit ${count} for update skip locked))
        returning id, sender, text`),
    describe: ({ id, sender }) => `${sender} (${id})`,
    attempt: async (message) => readMessage(message, await readWordings(db)),
    async settle(tx, { id }, read) {
      await store(tx, id, read);
      return undefined;
    },
    async release(tx, messages) {
      for (const { id } of messages) await tx.execute(sql`update evidence set due_at = now() where id = ${id}`);
    },
    setAside: async (tx, id) =>
      void (await tx
        .update(evidence)
        .set({ dueAt: null, state: 'not_understood', reason: 'no_wording' })
        .where(eq(evidence.id, id))),
  });
}

const isDue = sql`e.due_at <= now() and not ${hasClaim('messages', sql`e.id`)}`;

async function store(tx: Tx, id: number, read: Read): Promise<void> {
  const isRead = 'wordingId' in read;
  const set = (values: Partial<typeof evidence.$inferInsert> & { state: EvidenceState }) =>
    tx
      .update(evidence)
      .set({ ...(isRead && read), dueAt: null, reason: null, ...values })
      .where(eq(evidence.id, id));
  if (!isRead) {
    const state = read.reason === 'foreign_sender' ? 'ignored' : 'not_understood';
    await set({ state, reason: read.reason });
    return;
  }
  if (read.direction !== 'in') {
    await set({ state: 'ignored', reason: 'no_payment' });
    return;
  }
  try {
    await tx.transaction((inner) =>
      inner
        .update(evidence)
        .set({ ...read, dueAt: null, reason: null, state: 'unclaimed' })
        .where(eq(evidence.id, id)),
    );
  } catch (error) {
    // Another phone has delivered it, too, or one of the two is forged.
    if (!isUniqueViolation(error, 'evidence_reference_key')) throw error;
    const isSame = and(
      eq(evidence.provider, read.provider),
      sql`upper(${evidence.reference}) = upper(${read.reference})`,
      eq(evidence.state, 'unclaimed'),
      sql`(${evidence.amountPoisha}, ${evidence.at}, ${evidence.payer}) is not distinct from (${read.amountPoisha}::bigint, ${read.at?.toISOString()}::timestamptz, ${read.payer}::text)`,
    );
    const isDouble = (await tx.$count(evidence, isSame)) > 0;
    await set(isDouble ? { state: 'ignored', reason: 'id_seen' } : { state: 'held', reason: 'id_differs' });
  }
}
