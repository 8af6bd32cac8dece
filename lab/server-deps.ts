import { connect } from '#db/client.ts';
import type { Deps } from '#server/base/deps.ts';
import { readConfig } from '#server/base/env.ts';
import { type EventBus, startEventBus } from '#server/base/events/event-bus.ts';
import { createDeps } from '#server/process/create-deps.ts';
import { openSecretBox } from '#server/process/secrets-key.ts';

/** The parts of the app on the database of `DATABASE_URL`, built like the real server's; no mail is sent. */
export function serverDeps(log: Parameters<typeof startEventBus>[0]['log']): { deps: Deps; events: EventBus } {
  const config = readConfig();
  const { databaseUrl: url = '', jwtSecret: secret = '' } = config;
  const db = connect(url, { max: 20 });
  const events = startEventBus({ db, url, log });
  const secrets = openSecretBox(config, log);
  return { deps: createDeps({ db, config, secret, secrets, events }), events };
}
