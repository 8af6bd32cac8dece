import { type Goal, goalOf, verdictOf } from '../goals.ts';
import { median, sum } from '../statistics.ts';
import { tableOf } from '../table.ts';
import type { ForwardsResult } from './forwards/begin-forwards.ts';
import type { RoundResult } from './run.ts';

const RECOVERY_LIMIT_SECONDS = 10;
const EXAMPLES = 5;

interface Report {
  /** The counts, and the recovery times by fault. */
  text: string;
  goals: Goal[];
  /** The missed goals with examples. */
  failures: string[];
}

/** What happened to the forwarded orders of a round, in a line. */
export function summaryOf({ forwarded, states, settled, drainMs }: ForwardsResult): string {
  const named = Object.entries({ ...states, ...settled }).map(([name, count]) => `${count} ${name}`);
  return `${forwarded} orders for suppliers: ${named.join(', ')}; at rest after ${Math.round(drainMs / 1000)} s`;
}

/** Judges the rounds of a run together. */
export function judgeRounds(rounds: RoundResult[]): Report {
  const all = <Key extends keyof RoundResult>(key: Key) => rounds.map((round) => round[key]);
  const recoveries = all('recoveries')
    .flat()
    .map(({ fault, recoveryMs }) => ({ fault, seconds: recoveryMs / 1000 }));
  const forwards = all('forwards').filter((each) => each !== undefined);
  const ofForwards = <T>(read: (each: ForwardsResult) => T[]) => forwards.flatMap(read);
  const found: Record<string, string[]> = {
    'lost acknowledged requests': all('lost').flat(),
    'doubled requests': all('doubled').flat(),
    'broken accounts': all('brokenAccounts').flat(),
    'process deaths': all('processDeaths').flat(),
    'requests without a response for 10 s': all('silent').flat(),
    'wrong responses': all('wrong').flat(),
    'failures after the fault is over': all('errorsAfter').flat(),
    'stops in order that did not end with 0': all('exitCode').flatMap((code) => (code === 0 ? [] : String(code))),
    'orders bought twice': ofForwards((each) => each.boughtTwice),
    'purchases lost': ofForwards((each) => each.lostPurchases),
    'orders refunded without the supplier or staff': ofForwards((each) => each.wronglyRefunded),
    'purchases on their way at the end': ofForwards((each) => each.unfinished),
    'unknown purchases that request_id did not settle': ofForwards((each) => each.unsettled),
    'recoveries that took 10 s': recoveries
      .filter(({ seconds }) => seconds >= RECOVERY_LIMIT_SECONDS)
      .map(({ fault, seconds }) => `${seconds.toFixed(2)} s after ${fault}`),
  };
  const counts = {
    tries: sum(all('tries')),
    'acknowledged requests': sum(all('acknowledged')),
    'busy responses': sum(all('busy')),
    'cut connections': sum(all('cut')),
    'requests to a process that hung': sum(all('hung')),
    'orders for suppliers': sum(forwards.map(({ forwarded }) => forwarded)),
    'of them accepted': sum(forwards.map(({ states }) => states.accepted ?? 0)),
    'unknown and listed': sum(forwards.map(({ unknowns }) => unknowns)),
    'settled by staff': sum(forwards.flatMap(({ settled }) => Object.values(settled))),
  };
  const byFault = [...Map.groupBy(recoveries, ({ fault }) => fault)].map(([fault, each]) => {
    const seconds = each.map((one) => one.seconds);
    return [fault, `${median(seconds).toFixed(2)} s`, `${Math.max(...seconds).toFixed(2)} s`, String(seconds.length)];
  });
  const goals = [
    goalOf('faults', recoveries.length, { atLeast: [1] }),
    ...Object.entries(found).map(([name, each]) => goalOf(name, each.length, { atMost: [0] })),
  ];
  const missed = goals.filter((goal) => verdictOf(goal) === 'MISSED');
  return {
    text: [
      tableOf(Object.entries(counts).map(([name, count]) => [name, count.toLocaleString('en')])),
      tableOf([['recovery after', 'median', 'longest', 'times'], ...byFault]),
    ].join('\n\n'),
    goals,
    failures: missed.map(({ name, value }) => {
      const examples = [...new Set(found[name])].slice(0, EXAMPLES).map((each) => `\n  - ${each}`);
      return `${value} ${name}${examples.join('')}`;
    }),
  };
}
