import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataDir } from '#db/testing/data-dir.ts';
import { freePort } from '#db/testing/free-port.ts';

const COMMAND = join(import.meta.dirname, 'demo-supplier.ts');

/** @returns its exit code and output */
function run(env: Record<string, string>, ...args: string[]): Promise<{ code: unknown; output: string }> {
  const all = { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'warn', DATABASE_URL: '', ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { env: all }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

test('two panels start, and orders are bought at the other one and completed there', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const { code, output } = await run(env, `--port=${await freePort()}`, '--orders=2', '--end');
  expect(output).toMatch(/\d{2,} are new on sale/);
  expect(output.match(/was bought as number \d+/g)).toHaveLength(2);
  expect(output.match(/is completed, by the supplier/g)).toHaveLength(2);
  const [, books, balance] = /The books say ([\d.]+) USD, and Demo supplier says ([\d.]+)/.exec(output) ?? [];
  expect(Number(books)).toBeGreaterThan(400);
  expect(balance).toBe(books);
  expect(code, output).toBe(0);
});

test('it refuses politely in production', async () => {
  const production = { NODE_ENV: 'production', JWT_SECRET: randomBytes(48).toString('base64') };
  const refused = await run(production);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('demonstration for development') });
});
