import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readCommandLine } from './command-line.ts';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
/** Third-party tools have their own help. */
const ours = Object.entries(scripts).flatMap(([name, command]) => {
  const [, file] = /^exec node (\S+\.ts)$/.exec(command) ?? [];
  return file ? [{ name, file }] : [];
});

test('every command was found', () => {
  expect(ours.length).toBeGreaterThanOrEqual(12);
  const foreign = Object.keys(scripts).filter((name) => !ours.some((own) => own.name === name));
  expect(foreign.toSorted()).toEqual([
    'db:generate',
    'format',
    'postinstall',
    'predev',
    'prestart',
    'test',
    'test:all',
    'test:release',
    'test:slow',
  ]);
});

test.each(ours)('npm run $name has help', async ({ name, file }) => {
  const called = name === 'start' ? 'npm start' : `npm run ${name}`;
  const isProgram = readFileSync(join(root, file), 'utf8').includes('import.meta.main');
  const help = isProgram ? await run(file, '--help') : await helpOf(file);

  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout.startsWith(`${called} -- `)).toBe(true);
  expect(help.stdout).toMatch(/^ {2}--help +this text$/m);
  expect(help.stdout).toMatch(new RegExp(`^Example:\n  .*${called}`, 'm'));
  for (const line of help.stdout.split('\n')) expect(line.length, line).toBeLessThan(140);
});

test('an invalid call ends a command before it does anything', async () => {
  const told =
    "--customers is a whole number from 1 to 1,000,000, not '0': npm run seed:demo -- --help says what it takes.\n";
  expect(await run('scripts/seed-demo.ts', '--customers=0')).toEqual({ code: 2, stdout: '', stderr: told });
});

test.each([
  [['--rows', '1.5'], "--rows is a whole number from 0, not '1.5'"],
  [['--most=0'], "--most is a whole number from 1 to 1,000, not '0'"],
  [['--unknown', '1'], "Unknown option '--unknown'"],
  [['--rows'], "Option '--rows <value>' argument missing"],
  [['here', 'there'], "Unexpected argument 'there'"],
])('%j is refused', (args, told) => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  readCommandLine(command, args);
  expect(error).toHaveBeenCalledWith(`${told}: npm run trial -- --help says what it takes.`);
  expect(exit).toHaveBeenCalledWith(2);
  vi.restoreAllMocks();
});

test('numbers are parsed, and missing ones have defaults', () => {
  const { options, word } = readCommandLine(command, ['--rows=20', 'here', '--only', 'a', '--only', 'b', '--loud']);
  expect(options).toEqual({ rows: 20, most: undefined, only: ['a', 'b'], loud: true });
  expect(word).toBe('here');
  expect(readCommandLine(command, [])).toEqual({
    options: { rows: 5, most: undefined, only: undefined, loud: false },
    word: undefined,
  });
});

const command = {
  name: 'npm run trial',
  purpose: 'Tries.',
  word: { name: 'PLACE', means: 'where' },
  options: {
    rows: { takes: 'N', default: 5, means: 'how many' },
    most: { takes: 'N', min: 1, max: 1000, means: 'at most' },
    only: { takes: 'TEXT', repeats: true, means: 'which' },
    loud: { means: 'says so' },
  },
  example: 'npm run trial',
} as const;

/** The help of a command, which is loaded here: most of them load the whole server, here once. */
async function helpOf(file: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const help = { code: undefined as unknown, stdout: '', stderr: '' };
  const print = (to: 'stdout' | 'stderr') => (text: string) => {
    if (help.code === undefined) help[to] += `${text}\n`;
  };
  vi.spyOn(console, 'log').mockImplementation(print('stdout'));
  vi.spyOn(console, 'error').mockImplementation(print('stderr'));
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    help.code ??= code;
    throw new Error('exit');
  });
  const { argv } = process;
  process.argv = [process.execPath, file, '--help'];
  await import(join(root, file)).catch(() => undefined);
  process.argv = argv;
  vi.restoreAllMocks();
  return help;
}

function run(file: string, ...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, file), ...args], (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
  });
}
