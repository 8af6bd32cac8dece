import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { backgroundCalls } from '#db/schema/queue.ts';
import type { CallKind, StillRunning } from '#shared/background-calls.ts';
import type { ErrorCode, ErrorDetails, FieldErrors } from '#shared/errors.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';

/** What the background worker writes as the answer of a call. */
export type CallAnswer =
  | { result: unknown }
  | {
      error: {
        code: ErrorCode;
        message: string;
        fieldErrors?: FieldErrors | undefined;
        details?: ErrorDetails | undefined;
      };
    }
  /** An unexpected error, which the background worker has logged. */
  | { failed: true };

export interface CallRequest {
  actor: Actor;
  input: unknown;
}

interface CallDeps {
  db: Db;
  events: Pick<EventBus, 'publish' | 'subscribe'>;
  /** Aborts when this process stops: a call that waits then answers at once. */
  stopping?: AbortSignal | undefined;
}

interface Call extends CallRequest {
  kind: CallKind;
  /** For how long to wait; eight seconds by default. */
  waitMs?: number;
}

const WAIT_MS = 8_000;
/** For the end of a call whose event was lost. */
const LOOK_EVERY_MS = 500;
/** An answer that was not waited for is given to the same call within a minute. */
const ANSWER_KEPT = sql`interval '1 minute'`;

/**
 * Lets a background worker call somebody else's server, and waits for the answer. The same call of the same admin joins the one that runs, or gets its answer.
 * @returns what the worker's verb returns as JSON, or `{ running: true }` without an end in eight seconds, or when this process stops
 * @throws DomainError of the verb
 */
export async function callInBackground<Result>(
  { db, events, stopping }: CallDeps,
  { kind, actor, input, waitMs = WAIT_MS }: Call,
): Promise<Result | StillRunning> {
  const key = createHash('sha256')
    .update(JSON.stringify([kind, actor.id, input]))
    .digest('hex');
  let ended = Promise.withResolvers<void>();
  const unsubscribe = events.subscribe('calls', () => ended.resolve());
  const onStop = () => ended.resolve();
  stopping?.addEventListener('abort', onStop);
  const untilMs = performance.now() + waitMs;
  try {
    const id = (await findCall(db, key)) ?? (await beginCall(db, { kind, key, request: { actor, input } }));
    events.publish('calls', String(id));
    for (;;) {
      ended = Promise.withResolvers();
      const answer = await takeAnswer(db, id);
      if (answer) return resultOf(answer) as Result;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0 || stopping?.aborted) return { running: true };
      await Promise.race([ended.promise, sleep(Math.min(leftMs, LOOK_EVERY_MS), undefined, { ref: false })]);
    }
  } finally {
    stopping?.removeEventListener('abort', onStop);
    unsubscribe();
  }
}

async function findCall(db: Db, key: string): Promise<number | undefined> {
  const { id, endedAt, deliveredAt } = backgroundCalls;
  const isKept = and(isNull(deliveredAt), sql`${endedAt} > now() - ${ANSWER_KEPT}`);
  const [found] = await db
    .select({ id })
    .from(backgroundCalls)
    .where(and(eq(backgroundCalls.key, key), or(isNull(endedAt), isKept)))
    .orderBy(desc(id))
    .limit(1);
  return found?.id;
}

async function beginCall(db: Db, call: { kind: CallKind; key: string; request: CallRequest }): Promise<number> {
  const [begun] = await db
    .insert(backgroundCalls)
    .values(call)
    .onConflictDoUpdate({
      target: backgroundCalls.key,
      targetWhere: isNull(backgroundCalls.endedAt),
      set: { key: call.key },
    })
    .returning({ id: backgroundCalls.id });
  if (!begun) throw new Error('A call was not stored');
  return begun.id;
}

async function takeAnswer(db: Db, id: number): Promise<CallAnswer | undefined> {
  const [taken] = await db
    .update(backgroundCalls)
    .set({ deliveredAt: sql`now()` })
    .where(and(eq(backgroundCalls.id, id), sql`${backgroundCalls.endedAt} is not null`))
    .returning({ answer: backgroundCalls.answer });
  return taken?.answer as CallAnswer | undefined;
}

function resultOf(answer: CallAnswer): unknown {
  if ('result' in answer) return answer.result;
  if ('failed' in answer) throw new Error('The call has failed in the background worker, whose log has the error');
  const { code, ...options } = answer.error;
  throw new DomainError(code, options);
}
