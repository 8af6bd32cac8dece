import { setTimeout as sleep } from 'node:timers/promises';
import { closeDb } from '#db/client.ts';
import { startBackground } from '../background/start-background.ts';
import { openGround, runWorker } from './boot.ts';
import { measureWorker } from './measure.ts';
import { openSecretBox } from './secrets-key.ts';

const CONNECTIONS = { max: 10, reads: 2 };
/** For purchases in flight, and for other work that ends by itself. */
const STOP_LIMIT_MS = 6_500;
const LAST_STEPS_MS = 500;

/** The background worker of a server: everything that calls other people's servers, or that grows with what they answer. */
await runWorker(async ({ supervisor, config, log }) => {
  const ground = openGround(config, log, CONNECTIONS).open();
  const { db, reads, events, watch } = ground;
  const metrics = measureWorker(supervisor, db, { reads, config });
  metrics.own.read({ acknowledged: watch.figures });
  const background = startBackground({
    ...ground,
    config,
    log,
    secrets: openSecretBox(config, log),
    metrics: metrics.own,
  });
  await supervisor.send({ kind: 'serving', url: '', mails: undefined, firstStart: undefined });
  await supervisor.stopAsked;
  await Promise.race([background.stop(), sleep(STOP_LIMIT_MS)]);
  const lastSteps = Promise.all([events.stop(), watch.stop()]).then(() => Promise.all([closeDb(db), reads.close()]));
  await Promise.race([lastSteps, sleep(LAST_STEPS_MS)]);
});
