import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { evidence } from '#db/schema/evidence.ts';
import type { EvidenceState } from '#shared/evidence.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { asKind } from '../base/queue/kind.ts';
import { readMessage } from '../features/evidence/read-message.ts';
import { readWordings } from '../features/evidence/wording-rows.ts';
import { acknowledgeDecidedRecharge } from '../features/recharges/decide-recharge.ts';
import { settleMessage } from './proofs/settle-message.ts';

/** Reading takes milliseconds. */
const CLAIM_SECONDS = 60;

interface Message {
  id: number;
  sender: string;
  text: string;
  /** Null until it was read. */
  state: EvidenceState | null;
}

type Read = ReturnType<typeof readMessage> | undefined;

interface Tools {
  db: Db;
  events: Pick<EventBus, 'publish'>;
}

/** Reads the messages that phones have delivered, proves their balances, and credits the requests that they prove; oldest first. */
export function messagesKind({ db, events }: Tools) {
  return asKind<Message, Read>({
    name: 'messages',
    slots: 1,
    topics: ['evidence'],
    claim: (tx, { count, only }) =>
      tx.execute<Message & Record<string, unknown>>(sql`
        update evidence set state = nullif(state, 'not_understood'), due_at = now() + make_interval(secs => ${CLAIM_SECONDS})
        where id = any(array(
          select e.id from evidence e where ${only === undefined ? isDue : sql`e.id = ${only} and (e.due_at is not null or e.state = 'not_understood')`}
          order by due_at, e.id limit ${count} for update skip locked))
        returning id, sender, text, state`),
    describe: ({ id, sender }) => `${sender} (${id})`,
    attempt: async (message) => (message.state === null ? readMessage(message, await readWordings(db)) : undefined),
    async settle(tx, { id }, read) {
      const { requests, credited } = await settleMessage(tx, id, read);
      return () => {
        if (credited) acknowledgeDecidedRecharge({ db, events }, credited);
        for (const each of requests)
          if (each.id !== credited?.id) events.publish('recharges', `${each.userId}:${each.id}`);
      };
    },
    async release(tx, messages) {
      for (const { id } of messages) await tx.execute(sql`update evidence set due_at = now() where id = ${id}`);
    },
    setAside: async (tx, id) =>
      void (await tx
        .update(evidence)
        .set({
          dueAt: null,
          state: sql`coalesce(${evidence.state}, 'not_understood')`,
          reason: sql`case when ${evidence.state} is null then 'no_wording' else ${evidence.reason} end`,
        })
        .where(eq(evidence.id, id))),
  });
}

const isDue = sql`e.due_at <= now() and not ${hasClaim('messages', sql`e.id`)}`;
