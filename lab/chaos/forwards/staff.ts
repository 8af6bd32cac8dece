import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ForwardState, SettleOutcome } from '#shared/forward-states.ts';
import type { Choices } from '../../choices.ts';
import { type Client, queryPath } from '../client.ts';
import type { Acknowledged, Shop } from '../work.ts';
import type { ForwardedShop } from './shop.ts';

/** What staff decided about forwarded orders. */
export interface StaffDecisions {
  /** Orders that staff rejected, or may have: the response was lost. */
  rejected: Set<number>;
  /** Orders whose forward staff refunded. */
  refunded: Set<number>;
  /** How often staff settled, by outcome. */
  settled: Record<SettleOutcome, number>;
}

interface ForwardItem {
  id: number;
  orderId: number;
  state: ForwardState;
  supplierId: number | null;
  link: string;
  dueAt: string | null;
  unknownSince: string | null;
}

interface ListedSupplier {
  id: number;
  stopped: boolean;
  queued: number;
  unknown: number;
  waitingFunds: number;
}

interface Staff {
  client: Client;
  /** For calls that wait for a supplier. */
  outward: Client;
  shop: Shop;
  forwardedShop: ForwardedShop;
  acknowledged: Acknowledged;
  choices: Choices;
  /** Whether it says what unknown words mean. */
  words: boolean;
}

const PAUSE_MS = 200;
/** Somebody looks at the supplier's page only after its answer can't be on its way. */
const LOOK_AFTER_MS = 4_000;
const LIST_LIMIT = 50;
/** Refusals that are no fault: somebody else was faster, or asked just before. */
const TOO_LATE = [
  'already_decided',
  'order_final',
  'order_transition',
  'not_found',
  'idempotency_conflict',
  'too_many_requests',
] as const;
/** The supplier is being asked for the order just now. */
const ASKED_NOW = 'bad_input';

/**
 * Staff that rejects orders while they are sent, settles every second unknown purchase by the supplier's own page, tries refused ones
 * again, and lifts stops and pauses.
 */
export function createStaff({ client, outward, shop, forwardedShop, acknowledged, choices, words }: Staff) {
  const decisions: StaffDecisions = {
    rejected: new Set(),
    refunded: new Set(),
    settled: { bought: 0, not_bought: 0, refund: 0 },
  };
  const { admin } = shop;
  interface Page {
    items: ForwardItem[];
    nextCursor: unknown;
  }
  const page = (state: ForwardState, cursor?: unknown) =>
    client.ask<Page>(
      queryPath('admin.forwards.list', { state, limit: LIST_LIMIT, ...(cursor ? { cursor } : {}) }),
      undefined,
      admin,
    );
  const list = async (state: ForwardState) => (await page(state)).items;

  async function rejectOne(): Promise<void> {
    const recent = acknowledged.forwarded.slice(-20);
    if (recent.length === 0 || !choices.chance(20)) return;
    const { orderId } = choices.pick(recent);
    decisions.rejected.add(orderId);
    const codes = [...TOO_LATE, 'supplier_may_deliver'] as const;
    const decide = (confirmed: boolean) =>
      client.askOr(
        'admin.orders.decide',
        { id: orderId, decision: 'reject', ...(confirmed && { confirmSupplierMayDeliver: true }) },
        { ...admin, codes },
      );
    let { code } = await decide(false);
    if (code === 'supplier_may_deliver' && choices.chance(30)) ({ code } = await decide(true));
    if (code === 'supplier_may_deliver') decisions.rejected.delete(orderId);
  }

  async function settle(forward: ForwardItem, outcome: SettleOutcome, externalId?: string): Promise<void> {
    if (outcome === 'refund') decisions.refunded.add(forward.orderId);
    const input = { id: forward.id, outcome, requestId: randomUUID(), ...(externalId && { externalId }) };
    const asksAgain = forwardedShop.suppliers.some(
      ({ id, takesRequestId }) => takesRequestId && id === forward.supplierId,
    );
    const codes = asksAgain ? [...TOO_LATE, ASKED_NOW] : TOO_LATE;
    await client.askOr('admin.forwards.settle', input, { ...admin, codes });
    decisions.settled[outcome]++;
  }

  /**
   * Those that the panel does not ask for again: of orders that staff rejected while they were sent, and of a supplier without `request_id`.
   * Every second one of that supplier stays, so that the end finds it listed.
   */
  async function settleUnknowns(): Promise<void> {
    for (const forward of await list('unknown')) {
      const supplier = forwardedShop.suppliers.find(({ id }) => id === forward.supplierId);
      const age = Date.now() - Date.parse(forward.unknownSince ?? '');
      if (!supplier || forward.dueAt !== null || !(age > LOOK_AFTER_MS)) continue;
      if (supplier.takesRequestId ? !decisions.rejected.has(forward.orderId) : forward.id % 2 === 0) continue;
      const [bought] = [...supplier.orders()].filter(([, { link }]) => link === forward.link);
      if (bought) await settle(forward, 'bought', bought[0]);
      else await settle(forward, choices.chance(80) ? 'not_bought' : 'refund');
    }
  }

  async function decideRefused(): Promise<void> {
    for (const forward of await list('refused')) await settle(forward, choices.chance(80) ? 'not_bought' : 'refund');
  }

  /** Three purchases with one unknown text hold up their supplier, until somebody says what the text means. */
  async function nameWords(): Promise<void> {
    interface Words {
      words: unknown[];
      version: string;
      unknown: string[];
    }
    const table = await client.ask<Words>('admin.suppliers.refusalWords', undefined, admin);
    if (table.unknown.length === 0) return;
    const added = table.unknown.map((text) => ({ text, meaning: 'may_be_bought', supplierId: null }));
    const input = { words: [...table.words, ...added], expectedVersion: table.version };
    await client.askOr('admin.suppliers.setRefusalWords', input, { ...admin, codes: ['settings_changed'] });
  }

  async function listSuppliers() {
    return (await client.ask<{ items: ListedSupplier[] }>('admin.suppliers.list', undefined, admin)).items;
  }

  async function liftStops(): Promise<void> {
    for (const { id, stopped, waitingFunds } of await listSuppliers()) {
      if (stopped) await client.ask('admin.suppliers.resume', { id }, admin);
      if (waitingFunds > 0) await outward.ask('admin.suppliers.test', { id }, admin);
    }
  }

  /** A supplier without connection rests for a minute. Somebody who knows that it is back stops and resumes it. */
  async function endRests(): Promise<void> {
    for (const { id, queued, unknown } of await listSuppliers()) {
      if (queued + unknown === 0) continue;
      await client.ask('admin.suppliers.stop', { id }, admin);
      await client.ask('admin.suppliers.resume', { id }, admin);
    }
  }

  async function resumeSources(): Promise<void> {
    interface Source {
      supplierId: number;
      externalId: string;
      pausedReason: string | null;
    }
    for (const { id } of forwardedShop.services) {
      const path = queryPath('admin.services.sources', { id });
      const { sources } = await client.ask<{ sources: Source[] }>(path, undefined, admin);
      for (const { supplierId, externalId, pausedReason } of sources)
        if (pausedReason !== null)
          await client.ask('admin.services.resumeSource', { id, supplierId, externalId }, admin);
    }
  }

  /** Asks for the status of some orders before their minute is over. */
  async function refreshSome(): Promise<void> {
    for (const { id } of (await list('accepted')).slice(0, 5))
      await outward.askOr('admin.forwards.refresh', { id }, { ...admin, codes: TOO_LATE });
  }

  return {
    decisions,
    /** Every forward in a state, as staff finds them. */
    async listAll(state: ForwardState): Promise<ForwardItem[]> {
      const all: ForwardItem[] = [];
      for (let cursor: unknown, isFirst = true; isFirst || cursor; isFirst = false) {
        const { items, nextCursor } = await page(state, cursor);
        all.push(...items);
        cursor = nextCursor;
      }
      return all;
    },
    /** Works until `signal`. */
    async work(signal: AbortSignal, { rejects = true } = {}): Promise<void> {
      const until = async (once: () => Promise<void>, pauseMs = PAUSE_MS) => {
        while (!signal.aborted) {
          await once();
          await sleep(pauseMs);
        }
      };
      await Promise.all([
        ...(rejects ? [until(rejectOne, PAUSE_MS / 2)] : []),
        until(settleUnknowns),
        until(decideRefused),
        ...(words ? [until(nameWords)] : []),
        until(liftStops),
        until(endRests, 20 * PAUSE_MS),
        until(resumeSources, 5 * PAUSE_MS),
        until(refreshSome, 2 * PAUSE_MS),
      ]);
    },
  };
}
