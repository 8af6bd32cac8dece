import { closeDb, connect } from '#db/client.ts';
import { webhooksKind } from '../background/webhooks.ts';
import { readConfig } from '../base/env.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import { startQueue } from '../base/queue/queue.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { withoutEvents } from './without-events.ts';

// Delivers webhooks of the database DATABASE_URL, as a worker does, until SIGTERM. Tests fork it, to kill it.
const { DATABASE_URL: url = '', SECRETS_KEY: key = '' } = process.env;
const config = readConfig({ NODE_ENV: 'test', OUTBOUND_ALLOW_LOOPBACK: 'true' });
const db = connect(url, { max: 5 });
const log = { info: () => {}, warn: console.warn, error: console.error };
const { events } = withoutEvents(db);
const kind = webhooksKind({
  ...{ db, log, events, publicUrl: 'http://panel.test' },
  secrets: createSecretBox(key, log),
  outbound: createOutbound({ policy: config.outbound }),
});
const quick = { lookEveryMs: 50, sweepTimes: { everyMs: 50, graceMs: 300 } };
const queue = startQueue({ db, directUrl: url, events, log, ...quick });
queue.add(kind);
// Its own timer keeps no process alive.
setInterval(() => {}, 60_000);
process.once('SIGTERM', () => {
  void queue
    .stop()
    .then(() => closeDb(db))
    .then(() => process.exit());
});
