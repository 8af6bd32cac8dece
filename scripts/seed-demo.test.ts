import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  { options: ['--orders', '1.5'], named: '--orders' },
  { options: ['--customers=0'], named: '--customers' },
  { options: ['--unknown', '1'], named: '--unknown' },
])('refuses $options before it opens any database', { timeout: 30_000 }, ({ options, named }) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const run = spawnSync(process.execPath, ['scripts/seed-demo.ts', ...options], { env, encoding: 'utf8' });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(named);
  expect(run.stderr).not.toContain('connect');
});
