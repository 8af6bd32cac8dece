import { connect } from '../../db/client.ts';
import { createDeps, type Deps } from '../../server/deps.ts';
import { readConfig } from '../../server/env.ts';
import { startEventBus } from '../../server/events/event-bus.ts';

/** What the app needs on this database, built as the real server builds it; mails are not part of the benchmark. */
export function benchDeps(url: string): Deps {
  const db = connect(url, { max: 20 });
  const config = readConfig();
  const events = startEventBus({ db, url, log: console });
  return createDeps({ db, config, secret: config.jwtSecret ?? '', events, wakeMailer: () => {} });
}
