import type { Sql } from 'postgres';
import { openSql } from '../connection.ts';

/** Finds out what another connection waits for. */
export interface LockWatch {
  /**
   * Watches while `work` runs.
   * @param onWait called with a sentence when `work` is first seen waiting, and every ten seconds
   */
  during: <T>(work: () => Promise<T>, onWait: (wait: string) => void) => Promise<T>;
  /** The last wait: `ACCESS EXCLUSIVE on orders is held by process 42 (psql, idle in transaction for 12 s)`. */
  lastWait: () => string | undefined;
  /** Whether the last wait was for an automatic vacuum. */
  isForVacuum: () => boolean;
  end: () => Promise<void>;
}

interface Wait {
  mode: string;
  locktype: string;
  relation: string | null;
  holders: Holder[];
}

interface Holder {
  pid: number;
  name: string | null;
  state: string | null;
  seconds: number | null;
  /** Whether it is a process of the server's own, which a role without rights can't see more of. */
  isSystem: boolean;
}

/** Half of the shortest wait, so that most waits are seen. */
const LOOK_EVERY_MS = 100;
const TELL_EVERY_MS = 10_000;

/**
 * @param url the database
 * @param pid the server's process of the watched connection
 */
export function createLockWatch(url: string, pid: number): LockWatch {
  let sql: Sql | undefined;
  let last: string | undefined;
  let isForVacuum = false;
  let toldMs = -Infinity;
  return {
    async during(work, onWait) {
      let looking: Promise<void> | undefined;
      const timer = setInterval(() => {
        looking ??= look(onWait)
          // A watch that fails must not fail the migration.
          .catch(() => undefined)
          .finally(() => (looking = undefined));
      }, LOOK_EVERY_MS);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        await looking;
      }
    },
    lastWait: () => last,
    isForVacuum: () => isForVacuum,
    async end() {
      await sql?.end({ timeout: 1 });
    },
  };

  async function look(onWait: (wait: string) => void): Promise<void> {
    sql ??= openSql(url, { max: 1, applicationName: 'reseller-panel migrate watch', statementTimeoutMs: 2_000 });
    const [wait] = await sql<Wait[]>`
      select l.mode, l.locktype, c.relname as relation, (
        select coalesce(jsonb_agg(jsonb_build_object('pid', b.pid, 'name', a.application_name, 'state', a.state,
          'isSystem', a.pid is not null and a.usesysid is null,
          'seconds', round(extract(epoch from clock_timestamp() - a.xact_start)))), '[]')
        from (select distinct unnest(pg_blocking_pids(l.pid))) b(pid) left join pg_stat_activity a using (pid)
      ) as holders
      from pg_locks l left join pg_class c on c.oid = l.relation
      where l.pid = ${pid} and not l.granted`;
    // Without a holder, the wait has ended while the server looked.
    if (!wait || wait.holders.length === 0) return;
    last = describe(wait);
    isForVacuum = wait.holders.some(({ isSystem }) => isSystem);
    if (performance.now() - toldMs < TELL_EVERY_MS) return;
    toldMs = performance.now();
    onWait(last);
  }
}

function describe({ mode, locktype, relation, holders }: Wait): string {
  const by = holders.map(describeHolder).join(' and ');
  if (locktype === 'virtualxid') return `an older transaction must end first, of ${by}`;
  const words = mode.replace(/Lock$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');
  return `${words.toUpperCase()} on ${relation ?? 'a row'} is held by ${by}`;
}

function describeHolder({ pid, name, state, seconds, isSystem }: Holder): string {
  if (pid === 0) return 'a prepared transaction';
  if (isSystem) return 'an automatic vacuum';
  const facts = [name, state && seconds !== null ? `${state} for ${seconds} s` : state].filter(Boolean);
  return facts.length > 0 ? `process ${pid} (${facts.join(', ')})` : `process ${pid}`;
}
