import { randomInt } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { openSql } from './connection.ts';
import { pgErrorOf } from './errors.ts';

/** Whether a client keeps its connection, or gets another one for each transaction, with or without its prepared statements. */
export type Sessions = 'kept' | 'perTransaction' | 'perTransactionWithPrepared';

const UNKNOWN_PREPARED = '26000';
/** One round detects an idle pooler. A busy one may look like a direct connection by chance. */
const ROUNDS = 4;

/**
 * Refuses poolers that the panel can't use: session locks and LISTEN need a permanent connection, and without prepared statements any
 * statement may fail.
 *
 * @param directUrl if set, session locks and LISTEN use it, and `url` only needs prepared statements
 * @throws Error that says what to change
 */
export async function assertSessions(url: string, directUrl?: string): Promise<void> {
  try {
    if (directUrl !== undefined) await assertDirect(url, directUrl);
    refuse(await readSessions(url), directUrl !== undefined);
  } catch (error) {
    if (!pgErrorOf(error)?.message.includes('unsupported startup parameter')) throw error;
    throw new Error(
      'A pooler in front of the database refuses the timeouts that the panel sets: list them in its ignore_startup_parameters and set them for the role, as docs/operations.md describes.',
      { cause: error },
    );
  }
}

function refuse(sessions: Sessions, hasDirect: boolean): void {
  if (sessions === 'kept' || (hasDirect && sessions === 'perTransactionWithPrepared')) return;
  const found = 'DATABASE_URL leads through a pooler that gives each transaction another connection';
  if (sessions === 'perTransactionWithPrepared')
    throw new Error(
      `${found}: set pool_mode=session, connect to PostgreSQL itself, or set DATABASE_DIRECT_URL to PostgreSQL itself for what needs a session.`,
    );
  throw new Error(
    `${found} and does not know prepared statements: set pool_mode=session or connect to PostgreSQL itself (with PgBouncer 1.21 or later also max_prepared_statements=200 beside DATABASE_DIRECT_URL).`,
  );
}

/**
 * Detects how long clients keep their connections. One client looks the same everywhere, and so do two at an idle pooler. So one
 * queries while the other has an open transaction.
 */
export async function readSessions(url: string): Promise<Sessions> {
  const open = () => openSql(url, { max: 1, applicationName: 'reseller-panel sessions' });
  const [one, other] = [open(), open()];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const sessions = await compare(one, other);
      if (sessions !== 'kept') return sessions;
    }
    return 'kept';
  } finally {
    await Promise.all([one, other].map((sql) => sql.end({ timeout: 1 })));
  }
}

async function compare(one: Sql, other: Sql): Promise<Sessions> {
  const before = await backendOf(one);
  return other
    .begin(async (tx) => {
      const held = await backendOf(tx);
      // In a transaction, because outside of one the driver prepares an unknown statement again.
      const after = await one.begin(backendOf).catch((error: unknown) => {
        if (held === before) return undefined;
        throw error;
      });
      if (after === undefined) return 'perTransaction' as const;
      return held === before || after !== before ? ('perTransactionWithPrepared' as const) : ('kept' as const);
    })
    .catch((error: unknown) => {
      if (pgErrorOf(error)?.code === UNKNOWN_PREPARED) return 'perTransaction' as const;
      throw error;
    });
}

async function backendOf(sql: Sql | TransactionSql): Promise<number | undefined> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid;
}

async function assertDirect(url: string, directUrl: string): Promise<void> {
  if ((await readSessions(directUrl)) !== 'kept')
    throw new Error(
      'DATABASE_DIRECT_URL leads through a pooler that gives each transaction another connection: it must connect to PostgreSQL itself.',
    );
  if (!(await isSameDatabase(url, directUrl)))
    throw new Error('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.');
}

/** A lock taken through one URL is visible through the other. */
async function isSameDatabase(url: string, directUrl: string): Promise<boolean> {
  const [one, other] = [url, directUrl].map((each) => openSql(each, { max: 1 })) as [Sql, Sql];
  const key = randomInt(2 ** 31);
  try {
    return await one.begin(async (tx) => {
      await tx.unsafe('select pg_advisory_xact_lock($1)', [key]);
      const [row] = await other<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${key}) as free`;
      return row?.free === false;
    });
  } finally {
    await Promise.all([one, other].map((sql) => sql.end({ timeout: 1 })));
  }
}
