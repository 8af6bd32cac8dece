import { expect, test } from 'vitest';
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
  exitCode: 0,
};

test('a good run has nothing to complain of, and says how soon the panel was back', () => {
  const { text, failures } = judgeRounds([good, good]);
  expect(failures).toEqual([]);
  expect(text).toMatch(/proxy resets +0\.80 s +0\.80 s +2/);
});

test.each(['silent', 'wrong', 'errorsAfter', 'processDeaths', 'lost', 'doubled', 'brokenAccounts'] as const)(
  '%s fails the run, and is told',
  (key) => {
    expect(judgeRounds([good, { ...good, [key]: ['the canary'] }]).failures).toEqual([
      expect.stringContaining('the canary'),
    ]);
  },
);

test('ten seconds until all is well are too many, and so is a stop that ends badly', () => {
  const slow = { ...good, recoveries: [{ fault: 'proxy resets', recoveryMs: 10_000 }], exitCode: 1 };
  expect(judgeRounds([slow]).failures).toHaveLength(2);
});

test('a run in which nothing was broken shows nothing', () => {
  expect(judgeRounds([{ ...good, recoveries: [] }]).failures).toHaveLength(1);
});
