import { setTimeout as sleep } from 'node:timers/promises';
import { count } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import { type Choices, choicesOf } from '../../choices.ts';
import type { Client } from '../client.ts';
import type { Acknowledged, Shop } from '../work.ts';
import { type ReconciledForwards, reconcileForwards } from './reconcile-forwards.ts';
import { addSuppliers, type ForwardedShop } from './shop.ts';
import { createStaff, type StaffDecisions } from './staff.ts';
import type { ManagedSupplier } from './suppliers.ts';

interface Options {
  client: Client;
  /** For calls that wait for a supplier. */
  outward: Client;
  shop: Shop;
  acknowledged: Acknowledged;
  suppliers: ManagedSupplier[];
  choices: Choices;
  /** Whether staff has to say what unknown words mean. */
  words: boolean;
}

/** What happened to the forwarded orders of a round. */
export interface ForwardsResult extends ReconciledForwards {
  /** How long it took until everything was at rest, in milliseconds. */
  drainMs: number;
  settled: StaffDecisions['settled'];
  /** By their state at the end. */
  states: Record<string, number>;
}

export interface Forwards {
  shop: ForwardedShop;
  /** Staff works until `signal`. */
  work: (signal: AbortSignal) => Promise<void>;
  /** Ends the suppliers' faults, waits until everything is at rest, and compares. @param db the panel's database */
  finish: (db: Db) => Promise<ForwardsResult>;
}

/** A call that is never answered ends after a minute, and a supplier without connection is tried again after pauses. */
const DRAIN_LIMIT_MS = 300_000;
const LOOK_EVERY_MS = 250;
const ON_THE_WAY = ['queued', 'sending', 'waiting_funds', 'refused'] as const satisfies ForwardState[];

/** Adds the suppliers to the shop, and lets them be hostile. */
export async function beginForwards({
  client,
  outward,
  shop,
  acknowledged,
  suppliers,
  choices,
  words,
}: Options): Promise<Forwards> {
  const forwardedShop = await addSuppliers(outward, shop, suppliers);
  // Staff works beside the faults, which must not depend on how much it does.
  const ofStaff = choicesOf(choices.whole(1, 2 ** 31 - 1));
  const staff = createStaff({ client, outward, shop, forwardedShop, acknowledged, choices: ofStaff, words });
  for (const supplier of suppliers) await supplier.setCalm(false);

  return {
    shop: forwardedShop,
    work: (signal) => staff.work(signal),
    async finish(db) {
      for (const supplier of suppliers) await supplier.setCalm(true);
      const ending = new AbortController();
      const work = staff.work(ending.signal, { rejects: false });
      const startedMs = performance.now();
      await Promise.race([rest(db, forwardedShop), work]);
      const drainMs = performance.now() - startedMs;
      ending.abort();
      await work;
      const evidence = {
        placed: acknowledged.forwarded,
        suppliers: forwardedShop.suppliers.map(({ id, takesRequestId, orders }) => ({
          id,
          takesRequestId,
          orders: orders(),
        })),
        decisions: staff.decisions,
        listed: new Set((await staff.listAll('unknown')).map(({ id }) => id)),
      };
      const states = await statesOf(db);
      return { ...(await reconcileForwards(db, evidence)), drainMs, settled: staff.decisions.settled, states };
    },
  };
}

/** Waits until no purchase is on its way, and none is unknown at a supplier that takes `request_id`. */
async function rest(db: Db, { suppliers }: ForwardedShop): Promise<void> {
  const settling = new Set(suppliers.filter(({ takesRequestId }) => takesRequestId).map(({ id }) => id));
  for (const limitMs = performance.now() + DRAIN_LIMIT_MS; performance.now() < limitMs; await sleep(LOOK_EVERY_MS)) {
    const rows = await db
      .select({ state: forwards.state, supplierId: forwards.supplierId, count: count() })
      .from(forwards)
      .groupBy(forwards.state, forwards.supplierId);
    const moves = rows.filter(
      ({ state, supplierId }) =>
        ON_THE_WAY.some((each) => each === state) || (state === 'unknown' && settling.has(supplierId ?? 0)),
    );
    if (moves.length === 0) return;
  }
}

async function statesOf(db: Db): Promise<Record<string, number>> {
  const rows = await db.select({ state: forwards.state, count: count() }).from(forwards).groupBy(forwards.state);
  return Object.fromEntries(rows.map(({ state, count: many }) => [state, many]));
}
