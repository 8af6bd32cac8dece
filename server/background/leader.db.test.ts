import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import { startProxy } from '#db/testing/proxy.ts';
import { LEADER_NAME, type LeaderTask, startLeader } from './leader.ts';

const database = await testDatabase();
const PATIENCE_MS = 60_000;
const BEAT_EVERY_MS = 50;

/** A server of the panel, and how many of its tasks run. */
function startServer(
  options: { url?: string; beatEveryMs?: number; silentForMs?: number; task?: () => LeaderTask } = {},
) {
  const log = { info: vi.fn<(text: string) => void>(), warn: vi.fn<(...args: unknown[]) => void>() };
  const tasks = { started: 0, stopped: 0 };
  const start = () => {
    tasks.started++;
    return [options.task?.() ?? { stop: async () => void tasks.stopped++ }];
  };
  const leader = startLeader({ url: database.url, beatEveryMs: BEAT_EVERY_MS, ...options, start, log });
  onTestFinished(leader.stop);
  return { ...leader, tasks, log };
}

type Server = ReturnType<typeof startServer>;

const untilLeading = ({ leads }: Server) => vi.waitFor(() => expect(leads()).toBe(true), PATIENCE_MS);
const untilFollowing = ({ leads }: Server) => vi.waitFor(() => expect(leads()).toBe(false), PATIENCE_MS);

/** The server's processes for sessions that hold the lock. */
async function holders(): Promise<number[]> {
  const rows = await database.db.execute<{ pid: number }>(sql`
    select a.pid from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and a.application_name = ${LEADER_NAME} and l.locktype = 'advisory'`);
  return rows.map(({ pid }) => pid);
}

async function endSessions(pids: number[]): Promise<void> {
  await database.db.execute(sql`select pg_terminate_backend(pid) from unnest(${sql.param(pids)}::int[]) pid`);
}

/** A leader, and another server that has tried to become one. */
async function startTwo(first: Parameters<typeof startServer>[0] = {}): Promise<[leader: Server, other: Server]> {
  const leader = startServer(first);
  await untilLeading(leader);
  const other = startServer();
  await vi.waitFor(async () => {
    const [sessions] = await database.db.execute<{ count: number }>(sql`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = ${LEADER_NAME} and query like '%pg_try_advisory_lock%'`);
    expect(sessions?.count).toBe(2);
  }, PATIENCE_MS);
  expect(other.leads()).toBe(false);
  return [leader, other];
}

describe('of two servers', { timeout: 2 * PATIENCE_MS }, () => {
  it('one leads; when it stops, its tasks end first, and then the other one leads', async () => {
    const ended = Promise.withResolvers<void>();
    const stopAsked = vi.fn<() => Promise<void>>(() => ended.promise);
    const [leader, other] = await startTwo({ task: () => ({ stop: stopAsked }) });
    const before = await holders();

    const stopped = leader.stop();
    expect(stopAsked).toHaveBeenCalledOnce();
    expect(leader.leads()).toBe(false);
    expect(await holders()).toEqual(before);
    expect(other.leads()).toBe(false);
    ended.resolve();
    await stopped;

    await untilLeading(other);
    expect(other.tasks).toEqual({ started: 1, stopped: 0 });
    expect(leader.log.warn).not.toHaveBeenCalled();
    expect(leader.log.info).toHaveBeenCalledTimes(2);
  });

  it('a leader stops at once when PostgreSQL ends its connection, and the other one leads', async () => {
    const [leader, other] = await startTwo({ beatEveryMs: 10 * PATIENCE_MS });
    await endSessions(await holders());
    await untilFollowing(leader);
    expect(leader.tasks).toEqual({ started: 1, stopped: 1 });
    expect(leader.log.warn).toHaveBeenCalledOnce();
    await untilLeading(other);
    expect(await holders()).toHaveLength(1);
  });

  it('the other one leads while nothing of the leader’s connection arrives any more', async () => {
    const proxy = await startProxy({ target: database.url });
    onTestFinished(() => proxy.close());
    const [leader, other] = await startTwo({ url: proxy.url });
    proxy.swallow(true);
    await untilFollowing(leader);
    expect(leader.tasks).toEqual({ started: 1, stopped: 1 });
    await untilLeading(other);
    expect(await holders()).toHaveLength(1);

    await other.stop();
    proxy.swallow(false);
    await untilLeading(leader);
    expect(leader.tasks).toEqual({ started: 2, stopped: 1 });
  });

  it('PostgreSQL ends the session of a leader that is silent, and the other one leads', async () => {
    const [leader, other] = await startTwo({ beatEveryMs: 10 * PATIENCE_MS, silentForMs: 500 });
    await untilLeading(other);
    await untilFollowing(leader);
    expect(await holders()).toHaveLength(1);
  });
});

it('a server competes again only when the tasks of its last leadership have ended', {
  timeout: PATIENCE_MS,
}, async () => {
  const ended = Promise.withResolvers<void>();
  const server = startServer({ task: () => ({ stop: () => ended.promise }) });
  await untilLeading(server);
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from unnest(${sql.param(await holders())}::int[]) pid`,
  );
  await untilFollowing(server);
  const successor = startServer();
  await untilLeading(successor);
  await successor.stop();
  expect(server.leads()).toBe(false);
  ended.resolve();
  await untilLeading(server);
  expect(server.tasks.started).toBe(2);
});
