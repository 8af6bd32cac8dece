import { availableParallelism } from 'node:os';
import { createPasswords } from '../../server/identity/passwords.ts';
import { startOurs } from '../contenders/ours.ts';
import type { Goal } from '../goals.ts';
import type { Lab } from '../lab/lab.ts';
import { type Measured, measure, undisturbed } from '../lab/measure.ts';
import { median, rangeOf } from '../statistics.ts';
import type { Effort, Pass } from './pass.ts';

const PASSWORD = 'correct horse battery';
const VERIFICATIONS = 20;
/** Some hundred logins of each process, until its code is compiled. */
const WARM_UP_SECONDS = 6;
/** For each process: so many that each is surely given enough to do, and so few that nobody waits so long as to be sent away. */
const AT_ONCE = 8;
/** Everybody comes from one address here. */
const UNLIMITED = { LOGINS_PER_MINUTE_PER_ADDRESS: '1000000', LOGIN_FAILURES_PER_15_MINUTES: '1000000' };

/** Logins with the right password, beside what the cores could verify if they did nothing else. */
export const logins: Pass = {
  name: 'logins',
  means: 'logins beside what the cores could verify',
  async run(lab, effort) {
    const passwords = createPasswords();
    const hash = await passwords.hash(PASSWORD);
    const alone = await measureLogins(lab, effort, { hash, processes: 1 });
    const all = await measureLogins(lab, effort, { hash, processes: availableParallelism() });
    const goal: Goal = {
      name: 'logins ÷ (cores ÷ CPU of one verification)',
      value: median(all.ratios),
      range: rangeOf(all.ratios),
      gate: 0.65,
      goal: 0.8,
      better: 'higher',
    };
    console.log(`with PROCESSES=1, which keeps a core for everything else: ${inWords(alone)}`);
    console.log(`with PROCESSES=${availableParallelism()}, which is what the goal is of: ${inWords(all)}`);
    return { goals: [goal], figures: { alone, all } };
  },
};

function inWords({ ratios, shares, aSecond, cpuMs, busyCores }: Awaited<ReturnType<typeof measureLogins>>): string {
  // What other programs take of the cores does not count here.
  const ofOwnTime = median(shares).toFixed(2);
  const each = `${cpuMs.server.toFixed(1)} ms of the server's processor time and ${cpuMs.postgres.toFixed(1)} of PostgreSQL's each`;
  return `${median(ratios).toFixed(2)}, ${aSecond.toFixed(0)} a second, ${each}, ${busyCores.toFixed(2)} cores busy; of the processor time a login takes, one verification is ${ofOwnTime}`;
}

interface Logins {
  hash: string;
  processes: number;
}

async function measureLogins(lab: Lab, { rounds, seconds, repeats }: Effort, { hash, processes }: Logins) {
  const name = `logins${processes}`;
  const { database, panel, turn } = await startOurs(lab, { name, processes, env: UNLIMITED });
  await database.db.$client`update users set password_hash = ${hash}`;
  const names = await database.db.$client<{ user_name: string }[]>`
    select user_name from users where role = 'user' order by id`;
  const bodies = names.map(({ user_name: userName }) => JSON.stringify({ userName, password: PASSWORD }));
  const login = { ...turn, orders: false, call: () => ({ kind: 'post' as const, path: '/trpc/auth.login', bodies }) };
  const ratios: number[] = [];
  const shares: number[] = [];
  const all: Measured[] = [];
  for (let nth = 0; nth < rounds; nth++) {
    const { result } = await undisturbed(async () => {
      const verification = await secondsOfOne(hash);
      const most = availableParallelism() / verification;
      const task = { connections: AT_ONCE * processes, seconds, warmUpSeconds: WARM_UP_SECONDS };
      const measured = await measure(lab, login, { ...task, customers: [], mayRefuse: true });
      const { server, postgres, load } = measured.cpuMs;
      const share = (verification * 1000) / (server + postgres + load);
      return { measured, ratio: measured.rate / most, share };
    }, repeats);
    ratios.push(result.ratio);
    shares.push(result.share);
    all.push(result.measured);
  }
  await panel.stop();
  const medianOf = (figure: (measured: Measured) => number) => median(all.map(figure));
  const cpuMs = {
    server: medianOf((measured) => measured.cpuMs.server),
    postgres: medianOf((measured) => measured.cpuMs.postgres),
  };
  const busyCores = medianOf(({ cores }) => cores.server + cores.postgres + cores.load);
  return { ratios, shares, aSecond: medianOf(({ rate }) => rate), cpuMs, busyCores };
}

/** Processor seconds that verifying one password takes. */
async function secondsOfOne(hash: string): Promise<number> {
  const passwords = createPasswords();
  const before = process.cpuUsage();
  for (let nth = 0; nth < VERIFICATIONS; nth++) await passwords.verify(hash, PASSWORD);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / VERIFICATIONS;
}
