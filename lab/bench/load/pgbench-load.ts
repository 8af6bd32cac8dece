import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sum } from '../../statistics.ts';
import { CHARGE_NANOS, LINK, QUANTITY } from '../order-input.ts';
import { SINGLE_STATEMENT } from '../servers/single-statement.ts';
import type { OrderCall, Outcome, Task } from '../task.ts';
import { serveTasks, Tally } from './tally.ts';

/** T1: pgbench runs the panel's statement for one order, without Node. */
serveTasks(run);

/** pgbench prints its rate once a second; the first second is the warm-up. */
const WARM_UP_SECONDS = 1;
const THREADS = 2;
const SEED = 1;

async function run({ url, call, connections, seconds }: Task, measuring: () => void): Promise<Outcome> {
  if (call.kind !== 'order') throw new Error('pgbench is run with orders only');
  const folder = mkdtempSync(join(tmpdir(), 'panel-pgbench-'));
  const script = join(folder, 'order.sql');
  writeFileSync(script, SCRIPT);
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
  const answeredInAll = Number(processed);
  return {
    ...new Tally().outcome(),
    answered: sum(counted),
    elapsedSeconds: counted.length,
    answeredUntilEnd: answeredInAll - (rates[0] ?? 0),
    answeredInAll,
  };
}

function optionsOf({ serviceId, customers }: OrderCall, connections: number, seconds: number): string[] {
  const ids = customers.map(({ userId }) => userId);
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  if (last - first !== ids.length - 1) throw new Error('pgbench chooses among users with consecutive ids');
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

/** Request ids of version 7, as the panel's clients create them: the time of the run, then a growing number. */
const REQUEST_ID = `(lpad(to_hex(:batch::bigint), 12, '0') || '70008' || lpad(to_hex(:serial::bigint), 15, '0'))::uuid`;
const VARIABLES = [':customer', ':service', ':link', ':quantity', ':charge'];
const STATEMENT = VARIABLES.reduce(
  (text, variable, index) => text.replaceAll(`$${index + 1}::`, `${variable}::`),
  SINGLE_STATEMENT,
).replaceAll('$6::uuid', REQUEST_ID);
const SCRIPT = `\\set customer random(:first, :last)
\\set nth :nth + 1
\\set serial :nth * 1024 + :client_id
${STATEMENT.trim()};
`;
