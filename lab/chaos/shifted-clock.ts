import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Preloaded into the panel's processes: shifts `Date` by the milliseconds in the file of `?file=…`. Timers are not changed. */
const file = fileURLToPath(new URL(import.meta.url).searchParams.get('file') ?? '');
const RealDate = Date;
const LOOK_EVERY_MS = 20;
let shiftMs = 0;

const now = () => RealDate.now() + shiftMs;
globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
});

function look(): void {
  try {
    shiftMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // No shift is set, or the round is over.
    shiftMs = 0;
  }
}

look();
setInterval(look, LOOK_EVERY_MS).unref();
