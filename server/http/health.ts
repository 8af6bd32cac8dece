import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import { isMigrated } from '../../db/migrate.ts';

/**
 * `/livez` answers while the process does. `/readyz` answers 200 only while the database can be reached and has this
 * version's schema, and 503 as soon as the server begins to stop, so that a balancer sends nothing more.
 */
export function serveHealth(app: FastifyInstance, db: Db): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.get('/livez', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !stopping && (await isMigrated(db).catch(() => false));
    return reply.code(ready ? 200 : 503).send({ ok: ready });
  });
}
