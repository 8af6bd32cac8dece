import { availableParallelism } from 'node:os';
import { createPasswords } from '#server/base/identity/passwords.ts';
import { goalOf } from '../../goals.ts';
import type { Lab } from '../../lab.ts';
import { median, sum } from '../../statistics.ts';
import type { Contender } from '../contenders.ts';
import { type Measured, measure, PARTS, undisturbed } from '../measure.ts';
import { startOurs } from '../ours.ts';
import { givePassword } from '../prepare.ts';
import type { Effort, Pass } from './pass.ts';

const VERIFICATIONS = 20;
/** Some hundred logins per process, until V8 has compiled their code. */
const WARM_UP_SECONDS = 6;
/** Per process: enough to keep it busy, and too few to be refused as overload. */
const AT_ONCE = 8;

/** Logins with the correct password, compared with the rate of verifications that the cores could do. */
export const logins: Pass = {
  name: 'logins',
  means: 'logins compared with the verifications that the cores could do',
  async run(lab, effort) {
    const alone = await measureLogins(lab, effort, 1);
    const all = await measureLogins(lab, effort, availableParallelism());
    console.log(`with PROCESSES=1, which leaves a core to everything else: ${text(alone)}`);
    console.log(`with PROCESSES=${availableParallelism()}, which the goal is for: ${text(all)}`);
    const goal = goalOf('logins ÷ (cores ÷ CPU of one verification)', all.ratios, { atLeast: [0.65, 0.8] });
    return { goals: [goal], figures: { alone, all } };
  },
};

function text({ ratios, shares, aSecond, cpuMs, busyCores }: Awaited<ReturnType<typeof measureLogins>>): string {
  return [
    `${median(ratios).toFixed(2)}, ${aSecond.toFixed(0)} per second`,
    `${cpuMs.server.toFixed(1)} ms of the server's processor time and ${cpuMs.postgres.toFixed(1)} of PostgreSQL's each`,
    `${busyCores.toFixed(2)} cores busy; one verification is ${median(shares).toFixed(2)} of a login's processor time`,
  ].join(', ');
}

async function measureLogins(lab: Lab, { rounds, seconds, repeats }: Effort, processes: number) {
  const { database, panel, contender } = await startOurs(lab, { name: `logins${processes}`, processes });
  const { bodies, hash, password } = await givePassword(database.db);
  const login: Contender = { ...contender, call: () => ({ kind: 'post', path: '/trpc/auth.login', bodies }) };
  const task = { connections: AT_ONCE * processes, seconds, warmUpSeconds: WARM_UP_SECONDS };
  const results: { measured: Measured; ratio: number; share: number }[] = [];
  for (let nth = 0; nth < rounds; nth++) {
    const { result } = await undisturbed(async () => {
      const verification = await secondsOfOne(hash, password);
      const measured = await measure(lab, login, { ...task, customers: [], mayRefuse: true });
      const ratio = (measured.rate * verification) / availableParallelism();
      const share = (verification * 1000) / sum(PARTS.map((part) => measured.cpuMs[part]));
      return { measured, ratio, share };
    }, repeats);
    results.push(result);
  }
  await panel.stop();
  const medianOf = (of: (measured: Measured) => number) => median(results.map(({ measured }) => of(measured)));
  return {
    ratios: results.map(({ ratio }) => ratio),
    shares: results.map(({ share }) => share),
    aSecond: medianOf(({ rate }) => rate),
    cpuMs: { server: medianOf(({ cpuMs }) => cpuMs.server), postgres: medianOf(({ cpuMs }) => cpuMs.postgres) },
    busyCores: medianOf(({ cores }) => sum(PARTS.map((part) => cores[part]))),
  };
}

/** The processor seconds of one verification. */
async function secondsOfOne(hash: string, password: string): Promise<number> {
  const passwords = createPasswords();
  const before = process.cpuUsage();
  for (let nth = 0; nth < VERIFICATIONS; nth++) await passwords.verify(hash, password);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / VERIFICATIONS;
}
