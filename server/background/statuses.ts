import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Topic } from '../base/events/event-bus.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { type AnyKind, asKind } from '../base/queue/kind.ts';
import { releaseStatuses } from '../features/orders/statuses/claim-statuses.ts';
import { leaveLostRequests, releaseRefills } from './statuses/claim-requests.ts';
import { type DueKind, isDueAt, type ReadSupplier } from './statuses/due-calls.ts';
import type { ReadDeps } from './statuses/read-statuses.ts';
import { readSupplier } from './statuses/read-supplier.ts';

/** Suppliers at a time. */
const AT_ONCE = 20;
/** After an error of the panel itself, such as a lost database. */
const AFTER_ERROR_MS = 5_000;

interface DueSupplier extends ReadSupplier {
  name: string;
  isAlone: boolean;
}

interface KindOptions {
  topics: Topic[];
  /** Makes due again what an ended process has taken of a supplier. */
  free: (tx: Tx, supplierId: number) => Promise<void>;
  prepare?: () => Promise<void>;
}

interface Rest {
  untilMs: number;
  /** Calls in a row that have failed. */
  failures: number;
}

/**
 * Asks suppliers for what is due: statuses of orders, and requests of customers with the statuses of refills. Each supplier is a row, so a slow one
 * delays no other. While a supplier rests, for its calls of a minute or after a failure, it rests for both kinds.
 */
export function statusKinds(deps: ReadDeps): AnyKind[] {
  /** By the monotonic clock. */
  const rests = new Map<number, Rest>();
  return [
    supplierKind('statuses', ['statuses'], { topics: ['forwards', 'outgoing'], free: releaseStatuses }),
    supplierKind('requests', ['cancels', 'refillStatuses', 'refill'], {
      topics: ['requests', 'outgoing'],
      free: releaseRefills,
      prepare: () => leaveLostRequests(deps.db),
    }),
  ];

  function supplierKind(name: string, due: DueKind[], { free, ...more }: KindOptions) {
    return asKind<DueSupplier, Rest>({
      ...more,
      name,
      slots: AT_ONCE,
      async claim(tx, { count, only = null }) {
        // What the ended process was asked for is asked for again, or the suspicion would end without an attempt.
        if (only !== null) await free(tx, only);
        return tx.execute<DueSupplier>(sql`
          select s.id, s.name, s.url, s.sealed_key as "sealedKey", s.idempotent, s.calls_per_minute as "callsPerMinute",
            ${only}::bigint is not null as "isAlone" from suppliers s
          where ${isDueAt(due)} and case when ${only}::bigint is null
              then s.id <> all(${sql.param(resting())}::bigint[]) and not ${hasClaim(name, sql`s.id`)} else s.id = ${only}::bigint end
          limit ${count}`);
      },
      describe: (supplier) => supplier.name,
      async attempt(supplier, signal) {
        try {
          const before = rests.get(supplier.id)?.failures ?? 0;
          const { restMs, failures } = await readSupplier({ ...deps, signal }, supplier, { due, failedBefore: before });
          return { untilMs: performance.now() + restMs, failures };
        } catch (error) {
          deps.log.error({ err: error, supplierId: supplier.id }, 'a supplier could not be read');
          return { untilMs: performance.now() + AFTER_ERROR_MS, failures: 0 };
        }
      },
      async settle(_, { id }, rest) {
        rests.set(id, rest);
        return undefined;
      },
      release: async () => undefined,
      async untilDue() {
        const all = [...rests.values()].map(({ untilMs }) => untilMs - performance.now()).filter((ms) => ms > 0);
        return all.length > 0 ? Math.min(...all) : undefined;
      },
    });
  }

  function resting(): number[] {
    return [...rests].flatMap(([id, { untilMs }]) => (untilMs > performance.now() ? [id] : []));
  }
}
