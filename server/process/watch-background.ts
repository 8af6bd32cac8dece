import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import type { WorkerFacts } from './messages.ts';

const EVERY_MS = 5_000;
/** A process that is replaced at once is no outage. */
const DOWN_MS = 30_000;

interface WatchOptions {
  db: Db;
  facts: () => WorkerFacts;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Stores that the background worker of this server is down, for the overview of all servers, as long as it is. */
export function watchBackground({ db, facts, log }: WatchOptions) {
  let isStored = false;
  let isFailing = false;
  const timer = setInterval(() => {
    look().then(
      () => (isFailing = false),
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, 'it could not be stored whether the background worker is down');
        isFailing = true;
      },
    );
  }, EVERY_MS).unref();
  return { stop: async () => clearInterval(timer) };

  async function look(): Promise<void> {
    const { server, backgroundDownSince: since } = facts();
    const isDown = since !== null && Date.now() - since > DOWN_MS;
    if (isDown)
      await db.execute(sql`
        insert into background_outages (server, since) values (${server}, ${new Date(since).toISOString()}::timestamptz)
        on conflict (server) do update set since = excluded.since, seen_at = now()`);
    else if (isStored) await db.execute(sql`delete from background_outages where server = ${server}`);
    isStored = isDown;
  }
}
