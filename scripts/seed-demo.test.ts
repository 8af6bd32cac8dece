import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  { options: ['--orders', '1.5'], told: "--orders is a whole number from 0 to 20,000,000, not '1.5'" },
  { options: ['--customers=0'], told: "--customers is a whole number from 1 to 1,000,000, not '0'" },
  { options: ['--unknown', '1'], told: "Unknown option '--unknown'" },
  { options: ['--services'], told: "Option '--services <value>' argument missing" },
  { options: ['many'], told: "Unexpected argument 'many'" },
])('refuses $options before it opens any database', { timeout: 30_000 }, ({ options, told }) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const run = spawnSync(process.execPath, ['scripts/seed-demo.ts', ...options], { env, encoding: 'utf8' });
  expect(run.status).toBe(2);
  expect(run.stderr).toBe(`${told}: npm run seed:demo -- --help says what it takes.\n`);
  expect(run.stdout).toBe('');
});
