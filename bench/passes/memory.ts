import { readFileSync } from 'node:fs';
import { startOurs } from '../contenders/ours.ts';
import { measure } from '../lab/measure.ts';
import type { Panel } from '../lab/panel.ts';
import { proveMoney } from '../prove.ts';
import { rangeOf } from '../statistics.ts';
import type { Pass } from './pass.ts';

/** Between two looks. */
const SECONDS = 20;

/** Megabytes of resident memory, what several processes share counted in each; and all of them together, it counted once. */
interface Look {
  orders: number;
  supervisorMb: number;
  workerMb: number;
  togetherMb: number;
}

/** What the server's processes hold in memory while they place one order after the other, as it is, garbage and all. */
export const memory: Pass = {
  name: 'memory',
  means: 'memory of the server after a million orders',
  async run(lab, { connections, orders }) {
    const ours = await startOurs(lab, { name: 'memory' });
    const looks = [look(ours.panel, 0)];
    for (let placed = 0; placed < orders; ) {
      const customers = await ours.renewed();
      const task = { connections, seconds: SECONDS, warmUpSeconds: 0, customers };
      placed += (await measure(lab, ours.turn, task)).answeredInAll;
      looks.push(look(ours.panel, placed));
    }
    await ours.panel.stop();
    const last = looks.at(-1) as Look;
    console.log(await proveMoney(ours.database.db, ours.earlier + last.orders));
    return {
      goals: [
        {
          name: `memory of the server after ${last.orders.toLocaleString('en')} orders`,
          value: last.togetherMb,
          range: rangeOf(looks.map(({ togetherMb }) => togetherMb)),
          unit: 'MB',
          gate: 250,
          goal: 150,
          better: 'lower',
        },
      ],
      figures: { looks },
    };
  },
};

function look({ pid, workerPids }: Panel, orders: number): Look {
  const pids = [pid, ...workerPids()];
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const [supervisorMb = 0, ...workersMb] = pids.map((one) => megabytes(one, 'Rss'));
  const workerMb = sum(workersMb);
  const togetherMb = sum(pids.map((one) => megabytes(one, 'Pss')));
  const rounded = [workerMb, supervisorMb, togetherMb].map(Math.round);
  console.log(
    `after ${orders.toLocaleString('en').padStart(9)} orders: worker ${rounded[0]} MB, supervisor ${rounded[1]} MB, together ${rounded[2]} MB`,
  );
  return { orders, supervisorMb, workerMb, togetherMb };
}

/** See proc_pid_smaps_rollup(5): `Rss` counts a shared page in every process, `Pss` its share. */
function megabytes(pid: number, kind: 'Rss' | 'Pss'): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]) / 1000;
}
