import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Loaded into the panel's processes before their program: `Date` is ahead by as many milliseconds as stand in the file of the
 * same address with `?file=…`, and follows when that changes. Timers, which count on another clock, are left alone.
 */
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
    // Nobody has moved the clock, or whoever did is gone.
    shiftMs = 0;
  }
}

look();
setInterval(look, LOOK_EVERY_MS).unref();
