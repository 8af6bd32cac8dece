import { expect, test } from 'vitest';
import { verdictOf } from '../goals.ts';
import { judgeRounds } from './report.ts';
import type { RoundResult } from './run.ts';

const good: RoundResult = {
  tries: 1000,
  busy: 3,
  cut: 2,
  silent: [],
  hung: 0,
  wrong: [],
  errorsAfter: [],
  processDeaths: [],
  recoveries: [{ fault: 'proxy resets', recoveryMs: 800 }],
  acknowledged: 900,
  lost: [],
  doubled: [],
  brokenAccounts: [],
  forwards: undefined,
  exitCode: 0,
};
const forwards: RoundResult['forwards'] = {
  forwarded: 100,
  boughtTwice: [],
  lostPurchases: [],
  wronglyRefunded: [],
  unfinished: [],
  unknowns: 2,
  unsettled: [],
  drainMs: 1_000,
  settled: { bought: 1, not_bought: 2, refund: 0 },
  states: { accepted: 98, unknown: 2 },
};

test('a good run meets every goal, and lists the recovery times', () => {
  const { text, goals, failures } = judgeRounds([good, { ...good, forwards }]);
  expect(failures).toEqual([]);
  expect(goals.every((goal) => verdictOf(goal) === 'goal met')).toBe(true);
  expect(text).toMatch(/proxy resets +0\.80 s +0\.80 s +2/);
});

test.each<[Partial<RoundResult>, string]>([
  [{ silent: ['the example'] }, 'the example'],
  [{ wrong: ['the example'] }, 'the example'],
  [{ errorsAfter: ['the example'] }, 'the example'],
  [{ processDeaths: ['the example'] }, 'the example'],
  [{ lost: ['the example'] }, 'the example'],
  [{ doubled: ['the example'] }, 'the example'],
  [{ brokenAccounts: ['the example'] }, 'the example'],
  [{ forwards: { ...forwards, boughtTwice: ['the example'] } }, 'the example'],
  [{ forwards: { ...forwards, lostPurchases: ['the example'] } }, 'the example'],
  [{ forwards: { ...forwards, wronglyRefunded: ['the example'] } }, 'the example'],
  [{ forwards: { ...forwards, unfinished: ['the example'] } }, 'the example'],
  [{ forwards: { ...forwards, unsettled: ['the example'] } }, 'the example'],
  [{ exitCode: 1 }, 'did not end with 0'],
  [{ recoveries: [{ fault: 'proxy resets', recoveryMs: 10_000 }] }, 'proxy resets'],
])('%j fails the run and is reported', (bad, text) => {
  expect(judgeRounds([good, { ...good, ...bad }]).failures).toEqual([expect.stringContaining(text)]);
});

test('a run without a fault fails', () => {
  expect(judgeRounds([{ ...good, recoveries: [] }]).failures).toEqual(['0 faults']);
});
