import { createTRPCClient, httpLink } from '@trpc/client';
import { closeDb, connect } from '#db/client.ts';
import { buildApp } from '../api/app.ts';
import type { AppRouter } from '../api/router.ts';
import type { Deps } from '../base/deps.ts';
import type { Config } from '../base/env.ts';
import { startEventBus } from '../base/events/event-bus.ts';
import { createDeps } from '../process/create-deps.ts';
import { openSecretBox } from '../process/secrets-key.ts';
import { NEVER_MS, NO_LOOP_DELAY, type TestApp, type TestClient } from './app.ts';

interface SecondApp {
  url: string;
  deps: Deps;
  client: (accessToken: string) => TestClient;
  close: () => Promise<void>;
}

interface SecondAppOptions {
  listensAt?: string;
  pollEveryMs?: number;
  clientDir?: string;
  /** The other server's configuration where it differs, such as during a rotation of the secrets. */
  config?: Partial<Config>;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Another process's server on the database of `app`, simulated in this process: only the rows are shared.
 * @param options.listensAt without a database here the server receives no notifications
 * @param options.pollEveryMs the interval of polling for missed notifications
 * @param options.clientDir the client's build; only the API without one
 * @param options.config what differs from the configuration of `app`
 */
export async function startSecondApp(
  { databaseUrl, secret: firstSecret, deps: first }: TestApp,
  { listensAt = databaseUrl, pollEveryMs, clientDir, config: changes }: SecondAppOptions = {},
): Promise<SecondApp> {
  const config = { ...first.config, ...changes };
  const secrets = changes ? openSecretBox(config, silent) : first.secrets;
  const secret = changes?.jwtSecret ?? firstSecret;
  const db = connect(databaseUrl, { applicationName: 'reseller-panel test' });
  const events = startEventBus({ db, url: listensAt, log: silent, ...(pollEveryMs && { pollEveryMs }) });
  const deps = createDeps({
    db,
    config,
    secret,
    secrets,
    events,
    checkSessionsEveryMs: NEVER_MS,
  });
  const app = await buildApp(deps, { ...NO_LOOP_DELAY, ...(clientDir && { clientDir }) });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    deps,
    client: (accessToken) =>
      createTRPCClient<AppRouter>({
        links: [httpLink({ url: `${url}/trpc`, headers: { authorization: `Bearer ${accessToken}` } })],
      }),
    async close() {
      await app.close();
      await events.stop();
      await closeDb(db);
    },
  };
}
