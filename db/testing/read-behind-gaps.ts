/**
 * A thread that uses connections with broken streams, so that a hanging driver does not hang the test. It posts a result for each URL
 * of `reads`, or `listens again` after it has lost the connection of `listens`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openSql } from '../connection.ts';
import { withDeadline } from '../pool/deadline.ts';

export interface Outcome {
  /** `right`, `refused`, or the rows that arrived. */
  first: string;
  isGoodAfterwards: boolean;
}

const ROWS = [
  { number: 7, name: 'first name' },
  { number: null, name: 'second name, which is longer' },
];
const STATEMENT = `select * from (values (7::bigint, 'first name'), (null, 'second name, which is longer')) as rows (number, name)`;
const SILENCE_LIMIT_MS = 500;
const TRIES = 100;
const AT_ONCE = 8;

const { reads, listens } = workerData as { reads?: string[]; listens?: string };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's postMessage has no origin
if (reads) parentPort?.postMessage(await askAll(reads));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's postMessage has no origin
if (listens) parentPort?.postMessage(await listen(listens));

/** A few at a time: each has to connect within two seconds, also on a busy machine. */
async function askAll(urls: string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < urls.length; at += AT_ONCE)
    outcomes.push(...(await Promise.all(urls.slice(at, at + AT_ONCE).map(ask))));
  return outcomes;
}

async function ask(url: string): Promise<Outcome> {
  const sql = openSql(url, { max: 1 });
  const read = () => withDeadline(SILENCE_LIMIT_MS, async () => judge([...(await sql.unsafe(STATEMENT))]));
  const refused = (error: unknown) => (error instanceof Error ? 'refused' : 'nothing');
  await sql.unsafe('select 1');
  const first = await read().catch(refused);
  let later = await read().catch(refused);
  for (let tries = 1; later !== 'right' && tries < TRIES; tries++) later = await read().catch(refused);
  await sql.end({ timeout: 0 });
  return { first, isGoodAfterwards: later === 'right' };
}

async function listen(url: string): Promise<string> {
  const sql = openSql(url, { max: 1 });
  const again = Promise.withResolvers<void>();
  let times = 0;
  await sql.listen(
    'broken_channel',
    () => {},
    () => ++times === 2 && again.resolve(),
  );
  await sql.notify('broken_channel', 'x');
  await again.promise;
  await sql.end({ timeout: 0 });
  return 'listens again';
}

function judge(rows: unknown): string {
  const text = JSON.stringify(rows);
  return text === JSON.stringify(ROWS) ? 'right' : text;
}
