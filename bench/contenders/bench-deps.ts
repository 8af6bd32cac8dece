import type { Db } from '../../db/client.ts';
import { createDeps, type Deps } from '../../server/deps.ts';
import { readConfig } from '../../server/env.ts';

/** What the app needs, built as the real server builds it; mails are not part of the benchmark. */
export function benchDeps(db: Db): Deps {
  const config = readConfig();
  return createDeps({ db, config, secret: config.jwtSecret ?? '', mailWaiting: () => {} });
}
