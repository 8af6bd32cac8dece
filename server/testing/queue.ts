import { onTestFinished } from 'vitest';
import type { Db } from '#db/client.ts';
import { callsKind } from '../background/calls.ts';
import type { Deps } from '../base/deps.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import type { AnyKind } from '../base/queue/kind.ts';
import { type QueueOptions, startQueue } from '../base/queue/queue.ts';
import { createSupplierClient } from '../suppliers/protocols/client.ts';
import { withoutEvents } from './without-events.ts';

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Short enough for tests, and longer than a process takes to have another session. */
const QUICK = {
  lookEveryMs: 50,
  sweepTimes: { everyMs: 50, graceMs: 300 },
  session: { beatEveryMs: 100, silentForMs: 6_000 },
};

/** The queue of one more background worker. The caller stops it. */
export function startTestQueue(
  { db, url }: { db: Db; url: string },
  kinds: AnyKind[],
  { events = withoutEvents(db).events, ...options }: Partial<QueueOptions> = {},
) {
  const queue = startQueue({ db, directUrl: url, events, log: silentLog, ...QUICK, ...options });
  for (const kind of kinds) queue.add(kind);
  return queue;
}

/** The same until the test ends. */
export function workOn(...options: Parameters<typeof startTestQueue>) {
  const queue = startTestQueue(...options);
  onTestFinished(() => queue.stop());
  return queue;
}

/** Counts how often a kind was asked for what is due. */
export function countLooks(kind: AnyKind): () => number {
  let looks = 0;
  const claim = kind.claim.bind(kind);
  kind.claim = (...options) => {
    looks++;
    return claim(...options);
  };
  return () => looks;
}

/**
 * Claims what is due, attempts and settles it, until nothing is due: the queue of one process, step by step.
 * @returns how many attempts were made
 */
export async function workOff(db: Db, kind: AnyKind): Promise<number> {
  await kind.prepare?.();
  for (let made = 0; ; ) {
    const rows = await db.transaction((tx) => kind.claim(tx, { count: kind.slots }));
    if (rows.length === 0) return made;
    await Promise.all(
      rows.map(async (row) => {
        const outcome = await kind.attempt(row, new AbortController().signal);
        const after = await db.transaction((tx) => kind.settle(tx, row, outcome));
        await after?.();
      }),
    );
    made += rows.length;
  }
}

/** Makes the calls of an app's admins to other people's servers, from the first one on, as its background worker does. */
export function makeBackgroundCalls(deps: Deps, { events, url }: { events: EventBus; url: string }) {
  let queue: ReturnType<typeof startTestQueue> | undefined;
  const unsubscribe = events.subscribe('calls', (subject) => {
    if (queue || subject === undefined) return;
    const outbound = createOutbound({ policy: deps.config.outbound });
    const suppliers = createSupplierClient({ ...deps, outbound, log: silentLog });
    const kind = callsKind({ ...deps, outbound, suppliers, log: silentLog });
    queue = startTestQueue({ db: deps.db, url }, [kind], { events });
  });
  return {
    async stop(): Promise<void> {
      unsubscribe();
      await queue?.stop();
    },
  };
}
