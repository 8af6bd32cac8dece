import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { Contender } from './contender.ts';
import { percentile } from './statistics.ts';
import type { FloodOutcome } from './task.ts';

/**
 * `node bench/login-flood.ts`: 300 clients, each from an address of its own, guess at passwords as fast as they are let (a refused one comes
 * back when it was told to), while
 * one customer reads the balance and logs in again from a known device. Tells how long whoever was let in has waited, and
 * what the customer noticed. Beside it the same customer on a quiet panel, for the machine's own share.
 */
const CLIENTS = 300;
const SECONDS = 15;
const password = 'correct horse battery';

const dataDir = mkdtempSync(join(tmpdir(), 'panel-flood-'));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir });
const jwtSecret = randomBytes(48).toString('base64url');
await migrate(postgres.url);
const panel = new Contender('./contenders/ours-server.ts', {
  DATABASE_URL: postgres.url,
  JWT_SECRET: jwtSecret,
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '127.0.0.1',
});
const flood = new Contender('./flood-logins.ts', {});
try {
  const url = await panel.address();
  const customer = await register(url);
  console.log(`quiet: ${await notice(url, customer, 5)}`);
  const flooding = flood.run<FloodOutcome>({ url, clients: CLIENTS, seconds: SECONDS });
  // The first burst is let in before anything is known of this machine's hashes.
  await sleep(1000);
  console.log(`flooded: ${await notice(url, customer, SECONDS - 2)}`);
  const { comparedMs, refusedMs, others } = await flooding;
  console.log(`${CLIENTS} clients: ${comparedMs.length} compared, after ${spread(comparedMs)}`);
  console.log(`  ${refusedMs.length} refused as busy, after ${spread(refusedMs)}; otherwise answered: ${others}`);
} finally {
  await flood.stop();
  await panel.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

interface Customer {
  accessToken: string;
  device: string;
}

async function register(url: string): Promise<Customer> {
  const names = { userName: 'owner', name: 'Owner', email: 'owner@example.com', phone: '01700000000' };
  const response = await post(`${url}/trpc/auth.register`, { ...names, password, confirmPassword: password });
  const { result } = (await response.json()) as { result: { data: { tokens: { accessToken: string } } } };
  const device = response.headers.getSetCookie().find((cookie) => cookie.startsWith('device=')) ?? '';
  return { accessToken: result.data.tokens.accessToken, device: device.split(';', 1)[0] ?? '' };
}

/** What the customer notices in so many seconds. */
async function notice(url: string, { accessToken, device }: Customer, seconds: number): Promise<string> {
  const end = performance.now() + seconds * 1000;
  const logins: Record<number, number> = {};
  const loggingIn = (async () => {
    while (performance.now() < end) {
      const { status } = await post(`${url}/trpc/auth.login`, { userName: 'owner', password }, { cookie: device });
      logins[status] = (logins[status] ?? 0) + 1;
      await sleep(500);
    }
  })();
  const readMs: number[] = [];
  while (performance.now() < end) {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${accessToken}` };
    await (await fetch(`${url}/trpc/balance.get`, { headers })).text();
    readMs.push(performance.now() - startedAt);
    await sleep(20);
  }
  await loggingIn;
  return `the balance is read in ${spread(readMs)}; logins from a known device by status ${JSON.stringify(logins)}`;
}

function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const json = { 'content-type': 'application/json', ...headers };
  return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

function spread(valuesMs: number[]): string {
  const at = (share: number) => percentile(valuesMs, share).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms`;
}
