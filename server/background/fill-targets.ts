import type { Db } from '#db/client.ts';
import { type Loop, startLoop } from '../base/queue/loop.ts';
import { fillTargets } from '../features/orders/fill-targets.ts';

const EVERY_MS = 60_000;

/** Fills the targets of orders of an older server or version until it is stopped. */
export function startFillingTargets({
  db,
  log,
}: {
  db: Db;
  log: { warn: (details: object, message: string) => void };
}): Loop {
  const look = () => fillTargets(db);
  const loop = startLoop({ everyMs: EVERY_MS, look, log, failure: 'the targets of orders were not filled' });
  loop.wake();
  return loop;
}
