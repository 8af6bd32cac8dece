import { readFileSync } from 'node:fs';
import { goalOf } from '../../goals.ts';
import type { Panel } from '../../panel.ts';
import { sum } from '../../statistics.ts';
import { startOurs } from '../ours.ts';
import type { Pass } from './pass.ts';

/** Between two readings. */
const SECONDS = 20;

/** Resident memory in megabytes. `togetherMb` counts shared pages once. */
interface Reading {
  orders: number;
  supervisorMb: number;
  workerMb: number;
  backgroundMb: number;
  togetherMb: number;
}

/** The memory of the server's processes while they place orders, with uncollected garbage. */
export const memory: Pass = {
  name: 'memory',
  means: 'memory of the server after a million orders',
  async run(lab, { connections, orders }) {
    const ours = await startOurs(lab, { name: 'memory' });
    const looks = [read(ours.panel, 0)];
    let placed = 0;
    while (placed < orders) {
      placed += (await ours.order({ connections, seconds: SECONDS, warmUpSeconds: 0 })).answeredInAll;
      looks.push(read(ours.panel, placed));
    }
    await ours.prove();
    const together = looks.map(({ togetherMb }) => togetherMb);
    const name = `memory of the server after ${placed.toLocaleString('en')} orders`;
    const goal = goalOf(name, together, { atMost: [250, 150], unit: 'MB' });
    return { goals: [{ ...goal, value: together.at(-1) ?? Number.NaN }], figures: { looks } };
  },
};

function read({ pid, workerPids, backgroundPids }: Panel, orders: number): Reading {
  const [workers, backgrounds] = [workerPids(), backgroundPids()];
  const supervisorMb = megabytes(pid, 'Rss');
  const workerMb = sum(workers.map((one) => megabytes(one, 'Rss')));
  const backgroundMb = sum(backgrounds.map((one) => megabytes(one, 'Rss')));
  const togetherMb = sum([pid, ...workers, ...backgrounds].map((one) => megabytes(one, 'Pss')));
  const [worker, background, supervisor, together] = [workerMb, backgroundMb, supervisorMb, togetherMb].map(Math.round);
  const after = orders.toLocaleString('en').padStart(9);
  console.log(
    `after ${after} orders: worker ${worker} MB, background ${background} MB, supervisor ${supervisor} MB, together ${together} MB`,
  );
  return { orders, supervisorMb, workerMb, backgroundMb, togetherMb };
}

/** proc_pid_smaps_rollup(5): `Rss` counts a shared page in every process, `Pss` its share. */
function megabytes(pid: number, kind: 'Rss' | 'Pss'): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]) / 1000;
}
