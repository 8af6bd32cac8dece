import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import { isMigrated } from '../../db/migrate.ts';
import type { Closing } from './closing.ts';

/** A balancer that asks every second must not wait longer for its answer. */
const DEADLINE_MS = 1_000;
/** A question to the database that is older was lost with its connection. */
const LOST_AFTER_MS = 5_000;

/**
 * `/livez` answers while the process does. `/readyz` answers 200 only while the database can be reached and has this
 * version's schema, and 503 where that takes longer than a second, and as soon as the server begins to stop, so that a
 * balancer sends nothing more.
 */
export function serveHealth(app: FastifyInstance, db: Db, { hasBegun: isStopping }: Closing): void {
  const isReady = askedOnce(() => isMigrated(db).catch(() => false));
  app.get('/livez', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !isStopping() && (await withinDeadline(isReady()));
    return reply.code(ready ? 200 : 503).send({ ok: ready });
  });
}

/** Whoever asks while a question is open gets its answer: a database that is slow is not asked ever more. */
function askedOnce(ask: () => Promise<boolean>): () => Promise<boolean> {
  let open: { answer: Promise<boolean>; askedMs: number } | undefined;
  return () => {
    if (open && performance.now() - open.askedMs < LOST_AFTER_MS) return open.answer;
    const question = { answer: ask(), askedMs: performance.now() };
    open = question;
    void question.answer.finally(() => {
      if (open === question) open = undefined;
    });
    return question.answer;
  };
}

async function withinDeadline(answer: Promise<boolean>): Promise<boolean> {
  const answered = new AbortController();
  const tooLate = sleep(DEADLINE_MS, false, { signal: answered.signal }).catch(() => false);
  return Promise.race([answer, tooLate]).finally(() => answered.abort());
}
