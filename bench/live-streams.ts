import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closeDb, connect } from '../db/client.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { LISTENER_NAME } from '../server/events/event-bus.ts';
import { Contender } from './contender.ts';
import { type Prepared, prepare } from './prepare.ts';
import { percentile } from './statistics.ts';

/**
 * `node bench/live-streams.ts`: opens 1,000 event streams, one for each of as many customers, and tells what they cost the
 * server in memory, and how long an order takes to be heard of. `--adapter` sends them through tRPC's own adapter, to
 * compare with.
 */
const { values: options } = parseArgs({ options: { adapter: { type: 'boolean', default: false } } });
const STREAMS = 1000;
const LIMIT_BYTES = 50e6;

interface Memory {
  rss: number;
  /** What is in use of the heap and of buffers outside it; `rss` also has what was taken for earlier work and is free again. */
  used: number;
  streams: number;
}

const dataDir = mkdtempSync(join(tmpdir(), 'panel-streams-'));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir });
await migrate(postgres.url);
const db = connect(postgres.url, { statementTimeoutMs: 0 });
const jwtSecret = randomBytes(48).toString('base64url');
const panel = new Contender('./contenders/streams-server.ts', {
  DATABASE_URL: postgres.url,
  JWT_SECRET: jwtSecret,
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  // Here all of them come from one address.
  MAX_CONNECTIONS_PER_ADDRESS: '4000',
  DIRECT_CALLS: options.adapter ? 'no' : 'yes',
});
try {
  const { serviceId, customers } = await prepare(db, jwtSecret);
  const url = await panel.address();
  // Whatever is loaded or compiled at the first use belongs to no stream.
  for (const stream of await openStreams(url, customers.slice(0, 20))) stream.close();
  const before = await memory(0);
  const streams = await openStreams(url, customers.slice(0, STREAMS));
  const quiet = await memory(STREAMS);
  const heardMs: number[] = [];
  for (const stream of streams) heardMs.push(await orderAndHear(url, serviceId, stream));
  const busy = await memory(STREAMS);
  const [listeners] = await db.$client<{ count: string }[]>`
    select count(*) from pg_stat_activity where application_name = ${LISTENER_NAME}`;
  console.log(`${STREAMS} open streams: ${cost(before, quiet)}; after an order for each: ${cost(before, busy)}`);
  console.log(
    `heard of an order, from before it was placed, after ${spread(heardMs)}; connections that listen: ${listeners?.count}`,
  );
  const costs = [quiet, busy].flatMap(({ rss, used }) => [rss - before.rss, used - before.used]);
  if (Math.max(...costs) > LIMIT_BYTES) throw new Error('The streams cost more than 50 MB');
} finally {
  await panel.stop();
  await closeDb(db);
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

interface OpenStream {
  accessToken: string;
  /** Resolves when the next order is told of. */
  heard: () => Promise<void>;
  close: () => void;
}

async function openStreams(url: string, callers: Prepared['customers']): Promise<OpenStream[]> {
  return Promise.all(callers.map(({ accessToken }) => openStream(url, accessToken)));
}

function openStream(url: string, accessToken: string): Promise<OpenStream> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenStream>();
  let onOrder = () => {};
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'text/event-stream' };
  const request = get(`${url}/trpc/live.changes`, { headers, agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('event: connected')) resolve({ accessToken, heard, close: () => request.destroy() });
      if (text.includes('"kind":"order"')) onOrder();
    });
    response.on('error', () => {});
  }).on('error', reject);
  const heard = () => new Promise<void>((done) => (onOrder = done));
  return promise;
}

async function orderAndHear(url: string, serviceId: number, { accessToken, heard }: OpenStream): Promise<number> {
  const startedMs = performance.now();
  const told = heard();
  const response = await fetch(`${url}/trpc/orders.place`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ serviceId, link: 'https://example.com/p/1', quantity: 10 }),
  });
  if (!response.ok) throw new Error(`An order was answered ${response.status}`);
  await told;
  return performance.now() - startedMs;
}

/** Asked again until the server knows of so many streams, as one that was closed is not gone at once. */
async function memory(streams: number): Promise<Memory> {
  let told: Memory;
  do told = await panel.run<Memory>({});
  while (told.streams !== streams);
  return told;
}

function cost(before: Memory, after: Memory): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  return `${megabytes(after.used - before.used)} MB in use, ${megabytes(after.rss - before.rss)} MB more of the machine's memory`;
}

function spread(valuesMs: number[]): string {
  const at = (share: number) => percentile(valuesMs, share).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
