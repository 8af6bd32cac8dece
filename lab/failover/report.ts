import { type Goal, goalOf, verdictOf } from '../goals.ts';
import { median, sum } from '../statistics.ts';
import { markdownTableOf } from '../table.ts';
import type { ControlResult } from './control.ts';
import type { FaultOutcome } from './record.ts';
import type { RoundResult } from './run.ts';

const EXAMPLES = 5;
const NOT_LISTED = 'lost requests that the panel does not list';

export interface Report {
  /** The counts and the gaps by manager and fault, as Markdown. */
  text: string;
  goals: Goal[];
  /** The missed goals with examples. */
  failures: string[];
}

/** Judges the rounds of a run together. */
export function judgeFailovers(rounds: RoundResult[]): Report {
  const outcomes = rounds.flatMap(({ manager, outcomes: each }) => each.map((outcome) => ({ manager, ...outcome })));
  const every = [...outcomes, ...rounds.map(({ calm }) => calm)];
  const rolling = outcomes.filter(({ kind }) => kind.isRolling);
  const found: Record<string, string[]> = {
    'lost acknowledged requests': rounds.flatMap(({ lost }) => lost),
    'doubled requests': rounds.flatMap(({ doubled }) => doubled),
    'wrong wallets': rounds.flatMap(({ brokenAccounts }) => brokenAccounts),
    'entries that the panel lists as missing': rounds.flatMap(({ listed }) => listed ?? []),
    'failed requests': every.flatMap(({ kind, failed }) => failed.map((one) => `${one} (${kind.name})`)),
    'requests that a rolling fault delayed': rolling.flatMap(({ kind, busy }) =>
      busy.map((one) => `${one} (${kind.name})`),
    ),
    'requests refused without a fault': rounds.flatMap(({ calm }) => calm.busy),
    'gaps above their limit': outcomes
      .filter(({ gapSeconds, kind }) => gapSeconds > kind.gapLimitSeconds)
      .map(({ gapSeconds, kind, manager }) => `${gapSeconds.toFixed(2)} s by ${kind.name} (${manager})`),
    'rounds that broke off': rounds.flatMap(({ broken }) => broken ?? []),
  };
  const counts = [
    ['acknowledged requests', sum(rounds.map(({ acknowledged }) => acknowledged))],
    ['tries', sum(every.map(({ tries }) => tries))],
    ['busy responses, repeated by the client', sum(every.map(({ busy }) => busy.length))],
    ['event streams opened again', sum(rounds.map(({ streams }) => streams.reopened))],
  ] as const;
  const goals = [
    goalOf('faults', outcomes.length, { atLeast: [1] }),
    ...Object.entries(found).map(([name, each]) => goalOf(name, each.length, { atMost: [0] })),
  ];
  return {
    text: [
      markdownTableOf([['', 'count'], ...counts.map(([name, count]) => [name, count.toLocaleString('en')])]),
      markdownTableOf([
        ['fault', 'promoted by', 'times', 'gap without orders', 'longest', 'limit', 'busy', 'failed'],
        ...byFault(outcomes),
      ]),
    ].join('\n\n'),
    goals,
    failures: failuresOf(goals, found),
  };
}

/** The control must lose something, and the panel must list all of it. */
export function judgeControl({ lost, unlisted, listed }: ControlResult): Report {
  const goals = [
    goalOf('requests lost by an asynchronous standby', lost.length, { atLeast: [1] }),
    ...(unlisted ? [goalOf(NOT_LISTED, unlisted.length, { atMost: [0] })] : []),
  ];
  const found: Record<string, string[]> = { [NOT_LISTED]: unlisted ?? [] };
  const list = unlisted ? `${listed} entries in the panel's list` : 'this version has no list of missing entries';
  return {
    text: `Control, a standby that commits do not wait for: ${lost.length} acknowledged requests lost; ${list}.`,
    goals,
    failures: failuresOf(goals, found),
  };
}

/** The missed goals with examples. */
function failuresOf(goals: Goal[], found: Record<string, string[]>): string[] {
  return goals
    .filter((goal) => verdictOf(goal) === 'MISSED')
    .map(({ name, value }) => {
      const examples = [...new Set(found[name])].slice(0, EXAMPLES).map((each) => `\n  - ${each}`);
      return `${value} ${name}${examples.join('')}`;
    });
}

function byFault(outcomes: (FaultOutcome & { manager: string })[]): string[][] {
  const groups = Map.groupBy(outcomes, ({ kind, manager }) => `${kind.name}\n${manager}`);
  return [...groups.values()].map((each) => {
    const gaps = each.map(({ gapSeconds }) => gapSeconds);
    return [
      each[0]?.kind.name ?? '',
      each[0]?.manager ?? '',
      String(each.length),
      `${median(gaps).toFixed(2)} s`,
      `${Math.max(...gaps).toFixed(2)} s`,
      `${each[0]?.kind.gapLimitSeconds} s`,
      String(sum(each.map(({ busy }) => busy.length))),
      String(sum(each.map(({ failed }) => failed.length))),
    ];
  });
}
