import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock } from './clock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaos clock ü '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HOUR_MS = 3_600_000;
const PROGRAM = `const seen = [Date.now(), new Date().getTime(), Date.parse(Date())];
console.log(JSON.stringify({ seen, given: new Date(5).getTime(), isDate: new Date() instanceof Date }))`;

test.each([0, HOUR_MS, -HOUR_MS])('a process with the preloaded clock is %i ms ahead', (shiftMs) => {
  const clock = createClock(folder);
  clock.set(shiftMs);
  const env = { ...process.env, NODE_OPTIONS: clock.nodeOptions };
  const before = Date.now();
  const { seen, ...rest } = JSON.parse(
    execFileSync(process.execPath, ['-e', PROGRAM], { env, encoding: 'utf8' }),
  ) as Record<string, unknown> & { seen: number[] };
  const after = Date.now();
  expect(rest).toEqual({ given: 5, isDate: true });
  for (const ms of seen) {
    // `Date()` has whole seconds.
    expect(ms - shiftMs).toBeGreaterThan(before - 1_000);
    expect(ms - shiftMs).toBeLessThanOrEqual(after);
  }
});
