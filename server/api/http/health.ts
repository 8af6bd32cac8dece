import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/client.ts';
import { isMigrated } from '#db/migrate.ts';
import { refusedWriteMs, tryToWrite } from '#db/writes.ts';
import type { Closing } from './closing.ts';

/** Load balancers check every second. */
const DEADLINE_MS = 1_000;
/** An older query was lost with its connection. */
const LOST_AFTER_MS = 5_000;
const WRITE_EVERY_MS = 1_000;

/**
 * `/livez` responds while the process does. `/readyz` returns 200 only while the database is reachable, has this version's schema and
 * accepts writes. It returns 503 if that takes longer than a second, and as soon as shutdown begins, so that a load balancer sends
 * nothing more.
 */
export function serveHealth(app: FastifyInstance, db: Db, { hasBegun: isStopping }: Closing): void {
  const hasSchema = shareAnswers(() => isMigrated(db).catch(() => false));
  const takesWrites = createWriteProbe(db);
  const config = { isNeverShed: true };
  app.get('/livez', { config }, async () => ({ ok: true }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const ready = !isStopping() && (await withinDeadline(isReady()));
    return reply.code(ready ? 200 : 503).send({ ok: ready });
  });

  async function isReady(): Promise<boolean> {
    const answers = await Promise.all([hasSchema(), takesWrites()]);
    return answers.every(Boolean);
  }
}

/** False from a refused write until the next small one succeeds, which is tried at most once a second. */
function createWriteProbe(db: Db): () => Promise<boolean> {
  const tryOnce = shareAnswers(async () => {
    const triedMs = performance.now();
    const succeeded = await tryToWrite(db).then(
      () => true,
      () => false,
    );
    return { triedMs, succeeded };
  }, WRITE_EVERY_MS);
  return async () => {
    const { triedMs, succeeded } = await tryOnce();
    return succeeded && refusedWriteMs(db) < triedMs;
  };
}

/**
 * Shares one query among callers, so that a slow database gets no more of them.
 * @param holdsMs how long a result is shared, from the start of its query
 */
function shareAnswers<Answer>(ask: () => Promise<Answer>, holdsMs = 0): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; askedMs: number; isOpen: boolean } | undefined;
  return () => {
    const ageMs = performance.now() - (last?.askedMs ?? 0);
    if (last && ageMs < (last.isOpen ? LOST_AFTER_MS : holdsMs)) return last.answer;
    const question = { answer: ask(), askedMs: performance.now(), isOpen: true };
    last = question;
    void question.answer.finally(() => (question.isOpen = false));
    return question.answer;
  };
}

async function withinDeadline(answer: Promise<boolean>): Promise<boolean> {
  const answered = new AbortController();
  const tooLate = sleep(DEADLINE_MS, false, { signal: answered.signal }).catch(() => false);
  return Promise.race([answer, tooLate]).finally(() => answered.abort());
}
