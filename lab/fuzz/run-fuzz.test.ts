import { expect, test } from 'vitest';
import { inLab } from '../lab.ts';
import { describeReport } from './report.ts';
import { runFuzz } from './run-fuzz.ts';

/** A short `npm run fuzz`: always the same inputs, and no check of times, which depend on the machine. */
const SEED = 20_260_101;
const INPUTS = 2000;

test('the panel withstands hostile requests of every kind', { timeout: 300_000 }, async () => {
  const options = { seed: SEED, first: 0, inputs: INPUTS, answerLimitMs: 60_000 };
  const report = await inLab((lab) => runFuzz(lab, options));
  const text = describeReport(report, SEED);
  const faults = report.faults.map(({ what }) => what);
  expect(faults, text).toEqual([]);
  expect(report.ledgerProblems, text).toEqual([]);
  expect(report.sent).toBe(INPUTS);
  // Many requests pass validation.
  expect(report.statuses['200'], text).toBeGreaterThan(INPUTS / 20);
  expect(report.orders, text).toBeGreaterThan(4);
});
