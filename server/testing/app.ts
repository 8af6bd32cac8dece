import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { inferRouterOutputs } from '@trpc/server';
import { afterAll } from 'vitest';
import type { z } from 'zod';
import { closeDb, connect, type Db } from '#db/client.ts';
import type { ConnectionOptions } from '#db/connection.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import type { loginInput, registerInput } from '#shared/auth.ts';
import { type AppOptions, buildApp } from '../api/app.ts';
import type { AppRouter } from '../api/router.ts';
import type { Deps } from '../base/deps.ts';
import { type Config, readConfig } from '../base/env.ts';
import { startEventBus } from '../base/events/event-bus.ts';
import type { Passwords } from '../base/identity/passwords.ts';
import type { createSecretBox } from '../base/secrets/secret-box.ts';
import { createAdmin } from '../features/users/create-admin.ts';
import { createDeps } from '../process/create-deps.ts';
import { openSecretBox } from '../process/secrets-key.ts';
import { type Answer, type CallOptions, cookieOf, postTo } from './http.ts';
import { makeBackgroundCalls } from './queue.ts';
import { quickPasswords } from './quick-passwords.ts';
import { reauthenticateByForce } from './reauthenticate.ts';

export type TestClient = ReturnType<typeof createTRPCClient<AppRouter>>;
type SignedInOut = inferRouterOutputs<AppRouter>['auth']['login'];
export type RegisterFields = z.input<ReturnType<typeof registerInput>>;

/** A signed-in user: the data that a browser stores. */
export interface SignedInUser {
  /** As received. */
  user: SignedInOut['user'];
  password: string;
  accessToken: string;
  /** The refresh cookie as a browser sends it back, `name=value`. */
  cookie: string;
  client: TestClient;
}

export interface TestAppOptions {
  /** Variables of `.env.example`, which extend or override the test's own. */
  env?: Record<string, string>;
  database?: ConnectionOptions;
  /** Opens the database; by default a fresh one on the shared test server. */
  openDatabase?: () => Promise<TestDatabase>;
  /** Changes the app's database URL, such as to a proxy's; tests connect directly. */
  reach?: (databaseUrl: string) => Promise<string>;
  passwords?: Passwords;
  /** As if neither production nor development had a key for stored secrets. */
  withoutSecretsKey?: boolean;
  /** Receives errors of stored secrets. */
  log?: Parameters<typeof createSecretBox>[1];
  app?: AppOptions;
}

interface AdminOverrides {
  userName?: string;
  password?: string;
  isReauthenticated?: boolean;
}

export interface TestApp {
  /** Its URL, without a slash at the end. */
  url: string;
  db: Db;
  deps: Deps;
  /** For a second server on the same database. */
  databaseUrl: string;
  /** Signs this app's tokens. */
  secret: string;
  /** A real client over HTTP, signed in if a token is given. */
  client: (accessToken?: string) => TestClient;
  /** A plain HTTP call of one procedure, to see what the client hides: status, headers, cookies, raw bodies. */
  post: (procedure: string, input?: unknown, options?: CallOptions) => Promise<Answer>;
  registerUser: (overrides?: Partial<RegisterFields>) => Promise<SignedInUser>;
  /** Re-authenticated, unless the overrides say otherwise. */
  createAdminUser: (overrides?: AdminOverrides) => Promise<SignedInUser>;
  close: () => Promise<void>;
}

/** The origin of the panel's pages; the app under test is configured with it. */
export const PANEL_ORIGIN = 'http://panel.test';

/** Many tests share one address, so limits per address are high unless a test sets them. */
const ENV = {
  NODE_ENV: 'test',
  PUBLIC_URL: PANEL_ORIGIN,
  // A test never calls the real one.
  TELEGRAM_API_URL: 'http://127.0.0.1:9',
  LOGINS_PER_MINUTE_PER_ADDRESS: '1000000',
  DEVICE_LOGINS_PER_MINUTE_PER_ADDRESS: '1000000',
  REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000000',
};

/** Production demands it; otherwise each app makes its own. */
const PRODUCTION_KEY = 'a key of the test for stored secrets';
const withoutKey = (config: Config) => ({ ...config, production: true, secretsKey: undefined });

const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** A test that keeps its own process busy must not be refused for it. */
export const NO_LOOP_DELAY = { eventLoopDelayMs: () => 0 };
/** For timers that must not fire during a test. */
export const NEVER_MS = 3_600_000;

let counter = 0;
/** Unique within a test file, for distinct names. */
const nextNumber = () => ++counter;

/** The whole server on its own port with a fresh database, for all tests of a file. */
export async function testApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  afterAll(() => app.close());
  return app;
}

/** The same for a part of a file; close it afterwards. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reseller-panel-test-'));
  const database = await (options.openDatabase?.() ?? createTestDatabase(options.database));
  const secret = randomBytes(48).toString('base64url');
  const key = options.env?.NODE_ENV === 'production' && { SECRETS_KEY: PRODUCTION_KEY };
  const config = readConfig({ ...ENV, ...key, JWT_SECRET: secret, DATA_DIR: dataDir, ...options.env });
  const { db } = database;
  const { passwords = quickPasswords() } = options;
  const ownUrl = options.reach ? await options.reach(database.url) : database.url;
  const ownDb = options.reach ? connect(ownUrl, { max: 20, ...options.database }) : db;
  const events = startEventBus({ db: ownDb, url: ownUrl, log: silent });
  const deps = createDeps({
    db: ownDb,
    config,
    secret,
    secrets: openSecretBox(options.withoutSecretsKey ? withoutKey(config) : config, options.log ?? silent),
    passwords,
    events,
    onCallEnded: options.app?.metrics?.onCallEnded,
    // Only the test itself may end a stream.
    checkSessionsEveryMs: NEVER_MS,
  });
  const calls = makeBackgroundCalls(deps, { events, url: ownUrl });
  const app = await buildApp(deps, { ...NO_LOOP_DELAY, ...options.app });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const client = (accessToken?: string): TestClient =>
    createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${url}/trpc`, headers: accessToken ? { authorization: `Bearer ${accessToken}` } : {} })],
    });
  const post = postTo(url);

  const signedIn = async (
    procedure: string,
    input: RegisterFields | z.input<typeof loginInput>,
  ): Promise<SignedInUser> => {
    const answer = await post(procedure, input);
    if (answer.status !== 200) throw new Error(`${procedure} answered ${answer.status}: ${answer.text}`);
    const { user, tokens } = answer.data as SignedInOut;
    const { accessToken } = tokens;
    return {
      user,
      password: input.password,
      accessToken,
      cookie: cookieOf(answer.headers),
      client: client(accessToken),
    };
  };

  return {
    url,
    db,
    deps,
    databaseUrl: database.url,
    secret,
    client,
    post,
    registerUser: (overrides) => signedIn('auth.register', registerFields(overrides)),
    async createAdminUser({ userName = `admin${nextNumber()}`, password, isReauthenticated = true } = {}) {
      const made = await createAdmin(db, deps.passwords, { userName, password });
      const admin = await signedIn('auth.login', { userName, password: made.password });
      if (isReauthenticated) await reauthenticateByForce({ db, deps }, admin.accessToken);
      return admin;
    },
    async close() {
      await app.close();
      await calls.stop();
      await events.stop();
      if (ownDb !== db) await closeDb(ownDb);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A valid registration form; overrides show what a test is about. */
export function registerFields(overrides: Partial<RegisterFields> = {}): RegisterFields {
  const number = nextNumber();
  const password = overrides.password ?? 'correct horse battery';
  return {
    userName: `user${number}`,
    name: `User ${number}`,
    email: `user${number}@example.com`,
    phone: '+8801700000000',
    password,
    confirmPassword: password,
    ...overrides,
  };
}
