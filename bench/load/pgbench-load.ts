import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHARGE_NANOS, LINK, QUANTITY } from '../order-input.ts';
import type { Call, Outcome, Task } from '../task.ts';
import { serveTasks } from './serve-tasks.ts';

/** T1: the panel's statement for one order, driven straight into PostgreSQL by pgbench, without any Node. */
serveTasks(run);

/** pgbench tells its rate once a second; the first second is the warm-up. */
const WARM_UP_SECONDS = 1;
const THREADS = 2;
const SEED = 1;

async function run({ url, call, connections, seconds }: Task, measuring: () => void): Promise<Outcome> {
  if (call.kind !== 'order') throw new Error('pgbench is driven with orders only');
  const folder = mkdtempSync(join(tmpdir(), 'panel-pgbench-'));
  const script = join(folder, 'order.sql');
  writeFileSync(script, scriptOf(call.statement));
  const child = spawn('pgbench', [...optionsOf(call, connections, seconds), `--file=${script}`, url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const rates: number[] = [];
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const rate = /^progress: .* ([\d.]+) tps/.exec(line)?.[1];
      if (rate === undefined) return;
      if (rates.length === 0) measuring();
      rates.push(Number(rate));
    });
  const [code] = (await ended) as [number | null];
  rmSync(folder, { recursive: true });
  const processed = /actually processed: (\d+)/.exec(lines.join('\n'))?.[1];
  const counted = rates.slice(1);
  if (code !== 0 || processed === undefined || counted.length === 0)
    throw new Error(`pgbench has failed:\n${lines.join('\n')}`);
  const answered = counted.reduce((sum, rate) => sum + rate, 0);
  const answeredInAll = Number(processed);
  const answeredUntilEnd = answeredInAll - (rates[0] ?? 0);
  return { answered, elapsedSeconds: counted.length, answeredUntilEnd, answeredInAll, refused: 0 };
}

function optionsOf({ serviceId, customers }: OrderCall, connections: number, seconds: number): string[] {
  const ids = customers.map(({ userId }) => userId);
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  if (last - first !== ids.length - 1) throw new Error('pgbench chooses among users whose ids follow one another');
  const variables = { first, last, service: serviceId, link: LINK, quantity: QUANTITY, charge: CHARGE_NANOS };
  const defined = Object.entries({ ...variables, batch: Date.now(), nth: 0 }).map(
    ([name, value]) => `--define=${name}=${value}`,
  );
  return [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${connections}`,
    `--jobs=${Math.min(THREADS, connections)}`,
    `--time=${WARM_UP_SECONDS + seconds}`,
    '--progress=1',
    `--random-seed=${SEED}`,
    ...defined,
  ];
}

type OrderCall = Extract<Call, { kind: 'order' }>;

/** Keys as the panel's clients make them, version 7: the time of the run first, then a number that only grows. */
const REQUEST_ID = `(lpad(to_hex(:batch::bigint), 12, '0') || '70008' || lpad(to_hex(:serial::bigint), 15, '0'))::uuid`;

function scriptOf(statement: string): string {
  const inPlace = [':customer', ':service', ':link', ':quantity', ':charge'];
  const text = inPlace
    .reduce((sql, variable, index) => sql.replaceAll(`$${index + 1}::`, `${variable}::`), statement)
    .replaceAll('$6::uuid', REQUEST_ID);
  return `\\set customer random(:first, :last)
\\set nth :nth + 1
\\set serial :nth * 1024 + :client_id
${text.trim()};
`;
}
