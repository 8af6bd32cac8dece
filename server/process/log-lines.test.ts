import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { logLines } from './log-lines.ts';

const dir = mkdtempSync(join(tmpdir(), 'log-lines-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const contentOf = (file: string) => readFileSync(file, 'utf8');
const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));

test('the lines of a turn are written together when it ends, in their order', async () => {
  const file = join(dir, 'turns');
  const lines = logLines(file);
  lines.write('first\n');
  lines.write('second\n');
  expect(contentOf(file)).toBe('');
  await endOfTurn();
  expect(contentOf(file)).toBe('first\nsecond\n');
  lines.write('third\n');
  await endOfTurn();
  expect(contentOf(file)).toBe('first\nsecond\nthird\n');
});

test('many lines are not kept until a long turn ends', () => {
  const file = join(dir, 'many');
  const lines = logLines(file);
  for (let times = 0; times < 1_000; times++) lines.write(`${'x'.repeat(99)}\n`);
  expect(contentOf(file).length).toBeGreaterThan(90_000);
  lines.flushSync();
  expect(contentOf(file)).toHaveLength(100_000);
});

test('a process that ends in mid-turn, by itself or by an error that escaped, leaves no line unwritten', async () => {
  const log = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const escapes = JSON.stringify(join(import.meta.dirname, 'escapes.ts'));
  const run = async (last: string) => {
    const program = `
      const { createLog } = await import(${log});
      const { logEscapes } = await import(${escapes});
      const log = createLog({ logLevel: 'info', production: true });
      logEscapes(log);
      log.info('last words');
      ${last}`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
    return stdout;
  };
  expect(await run('process.exit(0)')).toContain('last words');
  const ofError = await run(`queueMicrotask(() => { throw new Error('boom') })`);
  expect(ofError).toContain('last words');
  expect(ofError).toContain('an error escaped');
});
