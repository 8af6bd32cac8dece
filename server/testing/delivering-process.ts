import { closeDb, connect } from '#db/client.ts';
import { readConfig } from '../env.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { startWebhooks } from '../webhooks/start-webhooks.ts';

// Delivers webhooks of the database DATABASE_URL, as a worker does, until SIGTERM. Tests fork it, to kill it.
const { DATABASE_URL: url = '', SECRETS_KEY: key = '' } = process.env;
const config = readConfig({ NODE_ENV: 'test', OUTBOUND_ALLOW_LOOPBACK: 'true' });
const db = connect(url, { max: 5 });
const log = { info: () => {}, warn: console.warn, error: console.error };
const webhooks = startWebhooks({
  ...{ db, log, publicUrl: 'http://panel.test', wakeMailer: () => {} },
  secrets: createSecretBox(key, log),
  outbound: createOutbound({ policy: config.outbound }),
  events: { subscribe: () => () => {} },
});
// Its own timer keeps no process alive.
setInterval(() => {}, 60_000);
process.once('SIGTERM', () => {
  void webhooks
    .stop()
    .then(() => closeDb(db))
    .then(() => process.exit());
});
