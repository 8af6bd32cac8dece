import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** Foreign tools explain themselves in their own way. */
const ours = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file] = /^exec node (\S+\.ts)$/.exec(command) ?? [];
  return file ? [{ name, file }] : [];
});

test('every command of ours was found', () => {
  expect(ours.length).toBeGreaterThanOrEqual(12);
  const foreign = Object.keys(scripts).filter((name) => !ours.some((own) => own.name === name));
  expect(foreign.toSorted()).toEqual(['db:generate', 'format', 'postinstall', 'predev', 'prestart', 'test']);
});

test.each(ours)('npm run $name explains itself, and names what it does not know', async ({ name, file }) => {
  const called = name === 'start' ? 'npm start' : `npm run ${name}`;
  const [help, nonsense] = await Promise.all([run(file, '--help'), run(file, '--nonsense')]);

  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout.startsWith(`${called} -- `)).toBe(true);
  expect(help.stdout).toMatch(/^ {2}--help +this text$/m);
  expect(help.stdout).toMatch(new RegExp(`^Example:\n  .*${called}`, 'm'));
  for (const line of help.stdout.split('\n')) expect(line.length, line).toBeLessThan(140);

  const told = `Unknown option '--nonsense': ${called} -- --help says what it takes.\n`;
  expect(nonsense).toEqual({ code: 2, stdout: '', stderr: told });
});

test('numbers are read, and where nothing is given the default is', () => {
  const { options, word } = readCommandLine(command, ['--rows=20', 'here', '--only', 'a', '--only', 'b', '--loud']);
  expect(options).toEqual({ rows: 20, most: undefined, only: ['a', 'b'], loud: true });
  expect(word).toBe('here');
  expect(readCommandLine(command, [])).toEqual({
    options: { rows: 5, most: undefined, only: undefined, loud: false },
    word: undefined,
  });
});

/** As a command is written; what becomes of a wrong call is seen at real ones, since it ends the process. */
const command = {
  name: 'npm run trial',
  purpose: 'Tries.',
  word: { name: 'PLACE', means: 'where' },
  options: {
    rows: { takes: 'N', default: 5, means: 'how many' },
    most: { takes: 'N', means: 'at most' },
    only: { takes: 'TEXT', repeats: true, means: 'which' },
    loud: { means: 'says so' },
  },
  example: 'npm run trial',
} as const;

function run(file: string, ...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, file), ...args], (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}
