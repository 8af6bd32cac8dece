import { expect, test } from 'vitest';
import { verdictOf } from '../goals.ts';
import { reasonAgainst } from './machines.ts';
import { findPrograms } from './programs.ts';
import { createFailoverRecord, type FaultOutcome } from './record.ts';
import { judgeControl, judgeFailovers } from './report.ts';
import type { RoundResult } from './run.ts';

const outcome: FaultOutcome = {
  kind: { name: 'kill -9 of the primary', gapLimitSeconds: 10 },
  tries: 500,
  busy: ['orders.place: busy'],
  failed: [],
  gapSeconds: 4.2,
};
const rolling = { name: 'rolling restart', gapLimitSeconds: 2, isRolling: true };
const calm: FaultOutcome = {
  kind: { name: 'no fault', gapLimitSeconds: 1 },
  tries: 9,
  busy: [],
  failed: [],
  gapSeconds: 0,
};
const good: RoundResult = {
  manager: 'script',
  acknowledged: 900,
  lost: [],
  doubled: [],
  brokenAccounts: [],
  listed: [],
  outcomes: [outcome],
  calm,
  streams: { open: 0, reopened: 3 },
  broken: undefined,
};

test('a good run meets every goal, and lists the gaps by manager', () => {
  const other: RoundResult = {
    ...good,
    manager: 'pg_auto_failover',
    outcomes: [outcome, { ...outcome, gapSeconds: 8 }],
  };
  const { text, goals, failures } = judgeFailovers([good, other]);
  expect(failures).toEqual([]);
  expect(goals.every((goal) => verdictOf(goal) === 'goal met')).toBe(true);
  expect(text).toContain('| kill -9 of the primary | script | 1 | 4.20 s | 4.20 s | 10 s | 1 | 0 |');
  expect(text).toContain('| kill -9 of the primary | pg_auto_failover | 2 | 6.10 s | 8.00 s | 10 s | 2 | 0 |');
});

test.each<[Partial<RoundResult>, string]>([
  [{ lost: ['the example'] }, 'the example'],
  [{ doubled: ['the example'] }, 'the example'],
  [{ brokenAccounts: ['the example'] }, 'the example'],
  [{ listed: ['the example'] }, 'the example'],
  [{ broken: 'the example' }, 'the example'],
  [{ outcomes: [{ ...outcome, failed: ['the example'] }] }, 'the example (kill -9 of the primary)'],
  [{ outcomes: [{ ...outcome, gapSeconds: 10.1 }] }, '10.10 s by kill -9 of the primary (script)'],
  [{ outcomes: [{ ...outcome, kind: rolling, gapSeconds: 1 }] }, 'orders.place: busy (rolling restart)'],
  [{ outcomes: [{ ...outcome, kind: rolling, busy: [], gapSeconds: 2.5 }] }, '2.50 s by rolling restart'],
  [{ calm: { ...calm, busy: ['the example'] } }, 'the example'],
  [{ calm: { ...calm, failed: ['the example'] } }, 'the example (no fault)'],
])('%j fails the run and is reported', (bad, text) => {
  const { failures } = judgeFailovers([good, { ...good, ...bad }]);
  expect(failures).toEqual([expect.stringContaining(text)]);
});

test('a run without a fault fails', () => {
  expect(judgeFailovers([{ ...good, outcomes: [] }]).failures).toEqual(['0 faults']);
});

test('a gap is the longest time between two orders, from the last one before the fault', () => {
  let clock = 0;
  const record = createFailoverRecord(() => clock);
  const order = (endedAt: number, ending: 'ok' | 'busy' = 'ok') => {
    clock = endedAt;
    record.note({ procedure: 'orders.place', startedAt: endedAt - 5, endedAt, ending });
  };
  order(1_000);
  record.begin(outcome.kind);
  order(1_500, 'busy');
  expect(record.quietMs()).toBe(0);
  order(5_000);
  order(5_100);
  clock = 5_900;
  expect(record.quietMs()).toBe(4_400);
  record.end();
  order(20_000);
  expect(record.outcomes).toEqual([expect.objectContaining({ gapSeconds: 4, tries: 3, busy: ['orders.place: busy'] })]);
});

test('the control must lose something, and the panel must list all of it', () => {
  const failuresOf = (...result: Parameters<typeof judgeControl>) => judgeControl(...result).failures;
  expect(failuresOf({ lost: ['a'], unlisted: [], listed: 1 })).toEqual([]);
  expect(failuresOf({ lost: ['a'], unlisted: undefined, listed: 0 })).toEqual([]);
  expect(failuresOf({ lost: [], unlisted: [], listed: 0 })).toEqual([expect.stringContaining('0 requests lost')]);
  expect(failuresOf({ lost: ['a'], unlisted: ['a'], listed: 0 })).toEqual([expect.stringContaining('does not list')]);
});

test('on a machine without the packages one sentence names them', () => {
  expect(findPrograms({ debian: '/nowhere', places: [] })).toBe(
    "This needs Debian's packages postgresql and haproxy: apt-get install postgresql haproxy",
  );
});

test('without the programs the trial between machines says why it is skipped', () => {
  expect(reasonAgainst('they are missing.')).toBe('they are missing.');
  expect(reasonAgainst({ postgres: (name) => name, haproxy: 'haproxy', pgAutoctl: undefined })).toContain(
    'pg-auto-failover-cli',
  );
});
