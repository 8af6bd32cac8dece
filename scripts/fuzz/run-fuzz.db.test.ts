import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { describeReport } from './describe-report.ts';
import { runFuzz } from './run-fuzz.ts';

/** The short form of `npm run fuzz`: the same inputs each time, and no judgement on time, as a busy machine takes its own. */
const SEED = 20_260_101;
const INPUTS = 2000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database?.drop());

test('the panel stands hostile requests of every kind', { timeout: 300_000 }, async () => {
  const report = await runFuzz({
    databaseUrl: database.url,
    seed: SEED,
    first: 0,
    inputs: INPUTS,
    answerLimitMs: 60_000,
  });
  const told = describeReport(report, SEED);
  expect(
    report.faults.map(({ what }) => what),
    told,
  ).toEqual([]);
  expect(report.ledgerProblems, told).toEqual([]);
  expect(report.sent).toBe(INPUTS);
  // Many of them are really taken, and not refused at the first door.
  expect(report.statuses['200'], told).toBeGreaterThan(INPUTS / 20);
  expect(report.orders, told).toBeGreaterThan(4);
});
