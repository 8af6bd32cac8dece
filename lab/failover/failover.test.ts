import { expect, test } from 'vitest';
import { choicesOf } from '../choices.ts';
import { findPrograms } from './programs.ts';
import { runRound } from './run.ts';

/** A short `npm run trial:failover`. Gaps and refusals depend on the machine, and are left to the command. */
const NAMED = ['primary freezes', 'rolling upgrade'];
/** It starts two panels, four times, and a database; a busy machine needs several times as long. */
const PATIENCE_MS = 400_000;

test('nothing that was acknowledged is lost, doubled or wrong after a failover', { timeout: PATIENCE_MS }, async ({
  skip,
}) => {
  const programs = findPrograms();
  if (typeof programs === 'string') return skip(programs);
  const lines: string[] = [];
  const result = await runRound({
    manager: 'script',
    programs,
    named: NAMED,
    choices: choicesOf(1),
    say: (line) => lines.push(line),
  });
  expect(result, lines.join('\n')).toMatchObject({ lost: [], doubled: [], brokenAccounts: [], broken: undefined });
  expect(result.outcomes.flatMap(({ failed }) => failed)).toEqual([]);
  expect(result.outcomes).toHaveLength(NAMED.length);
  expect(result.acknowledged).toBeGreaterThan(0);
  expect(result.streams.reopened).toBeGreaterThan(0);
});
