import type { RoundResult } from './run.ts';

/** Back in service within this, whatever was done. */
const RECOVERY_GATE_MS = 10_000;
/** Enough to see what is wrong. */
const EXAMPLES = 5;

interface Verdict {
  /** A table of what was counted, for people. */
  text: string;
  /** What has to be nothing and is not, and what took too long; a sentence each. */
  failures: string[];
}

/** Judges the rounds of a run together. */
export function judgeRounds(rounds: RoundResult[]): Verdict {
  const all = <Key extends keyof RoundResult>(key: Key) => rounds.map((round) => round[key]);
  const sentences = {
    'lost acknowledged requests': all('lost').flat(),
    'doubled requests': all('doubled').flat(),
    'broken accounts': all('brokenAccounts').flat(),
    'process deaths': all('processDeaths').flat(),
    'requests without an answer after 10 s': all('silent').flat(),
    'wrong answers during an outage, or ever': all('wrong').flat(),
    'errors after the fault is over': all('errorsAfter').flat(),
    'stops in order that did not end with 0': all('exitCode')
      .filter((code) => code !== 0)
      .map(String),
  };
  const recoveries = all('recoveries').flat();
  const slow = recoveries.filter(({ recoveryMs }) => recoveryMs >= RECOVERY_GATE_MS);
  const lines = [
    ...Object.entries({
      faults: recoveries.length,
      tries: sum(all('tries')),
      'acknowledged requests': sum(all('acknowledged')),
      'answered busy': sum(all('busy')),
      'connections cut': sum(all('cut')),
      'unanswered by a process that hung': sum(all('hung')),
    }).map(([name, count]) => row(name, count.toLocaleString('en'))),
    ...Object.entries(sentences).map(([name, found]) => row(name, String(found.length))),
    '',
    row('back in service after', 'median', 'longest', 'times'),
    ...byFault(recoveries).map(({ fault, times }) =>
      row(fault, seconds(median(times)), seconds(Math.max(...times)), String(times.length)),
    ),
  ];
  const failures = Object.entries(sentences).flatMap(([name, found]) =>
    found.length > 0
      ? [
          `${found.length} ${name}:\n${[...new Set(found)]
            .slice(0, EXAMPLES)
            .map((each) => `  - ${each}`)
            .join('\n')}`,
        ]
      : [],
  );
  for (const { fault, recoveryMs } of slow)
    failures.push(`after ${fault} it took ${seconds(recoveryMs)} until all was well`);
  if (recoveries.length === 0) failures.push('nothing was broken, so nothing was shown');
  return { text: lines.join('\n'), failures };
}

function byFault(recoveries: { fault: string; recoveryMs: number }[]) {
  const groups = Map.groupBy(recoveries, ({ fault }) => fault);
  return [...groups].map(([fault, each]) => ({ fault, times: each.map(({ recoveryMs }) => recoveryMs) }));
}

function row(name: string, ...values: string[]): string {
  return [name.padEnd(42), ...values.map((value) => value.padStart(9))].join(' ').trimEnd();
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
