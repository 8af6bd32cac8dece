import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { closeDb } from '#db/client.ts';
import { buildApp } from '../api/app.ts';
import type { Config } from '../base/env.ts';
import { createPasswords } from '../base/identity/passwords.ts';
import { placeOfMails } from '../base/mail/transport.ts';
import { openGround, runWorker } from './boot.ts';
import { createDeps } from './create-deps.ts';
import { acceptThroughSeveral, BACKLOG } from './listeners.ts';
import { measureSupervisor, measureWorker } from './measure.ts';
import { portTaken } from './port.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openSecretBox } from './secrets-key.ts';
import { signingSecret } from './signing-secret.ts';
import { watchBackground } from './watch-background.ts';

const CONNECTIONS = { max: 20, reads: 5 };
/** After the last request: for the last events and logged calls, and closing connections. */
const LAST_STEPS_MS = 500;

/** A serving process: HTTP, streams and verbs. It never calls somebody else's server. */
await runWorker(async ({ assigned, supervisor, config, log }) => {
  const { send } = supervisor;
  const ground = openGround(config, log, CONNECTIONS);
  const passwords = createPasswords();
  const { preparation } = assigned;
  const { databaseUrl: url = '' } = config;
  const firstStart = preparation && (await prepareDatabase(ground.db, { url, config, passwords, log, ...preparation }));
  const { db, reads, events, watch } = ground.open();
  const metrics = measureWorker(supervisor, db, { reads, config });
  metrics.own.read({ acknowledged: watch.figures });
  const isFirst = assigned.slot === 0;
  const parts = isFirst
    ? [measureSupervisor({ metrics, config, log }), watchBackground({ db, facts: supervisor.facts, log })]
    : [];
  const stopping = new AbortController();
  const deps = createDeps({
    ...{ db, reads, config, passwords, events, stopping: stopping.signal },
    secret: signingSecret(config),
    secrets: openSecretBox(config, log),
    onCallEnded: metrics.own.onCallEnded,
  });
  const { clientDir } = assigned;
  const app = await buildApp(deps, { logger: log, clientDir, metrics: metrics.own, metricsText: metrics.text });
  await listen(app, config);
  await send({ kind: 'serving', url: config.publicUrl, mails: placeOfMails(config), firstStart });
  // After `serving`: messages wait behind handles, and a worker that ends before `serving` has failed to start.
  const closeCopies = acceptThroughSeveral(app.server);
  await supervisor.stopAsked;
  stopping.abort();
  closeCopies();
  await app.close();
  const lastSteps = Promise.all([
    deps.keyCalls.flush(),
    events.stop(),
    watch.stop(),
    ...parts.map((part) => part.stop()),
  ]).then(() => Promise.all([closeDb(db), reads.close()]));
  await Promise.race([lastSteps, sleep(LAST_STEPS_MS)]);
});

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    throw portTaken(port, error);
  }
}
