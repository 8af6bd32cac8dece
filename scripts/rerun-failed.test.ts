import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NEVER_RERUN } from './never-rerun.ts';

const root = join(import.meta.dirname, '..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rerun-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script as `.ci/run` does. @returns its output, and "passed failed" */
function judge(exitCode: number, command: string[]) {
  const report = join(folder, 'tests.json');
  const args = [join(import.meta.dirname, 'rerun-failed.ts'), report, String(exitCode), ...command];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', env: plainEnvironment() });
  expect(status, stderr).toBe(0);
  return { output: stdout, counts: readFileSync(`${report}.counts`, 'utf8').trim() };
}

/** Without what the surrounding Vitest sets for its own workers. */
function plainEnvironment(extra: Record<string, string> = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DEV$|PROD$|MODE$)/.test(name));
  return { ...Object.fromEntries(own), ...extra };
}

describe('with made-up reports', () => {
  type Tests = ('passed' | 'failed' | 'skipped')[];
  /** The results of a file in the first run, and in the second. Without tests, it can't be loaded. */
  type Runs = [first: Tests, second?: Tests, exitCode?: number];
  const failing: Runs = [['passed', 'failed'], ['passed', 'failed'], 1];
  const unsteady: Runs = [
    ['passed', 'failed'],
    ['passed', 'passed'],
  ];

  function resultOf(name: string, tests: Tests) {
    return {
      name: join(root, name),
      status: tests.length === 0 || tests.includes('failed') ? 'failed' : 'passed',
      message: tests.length === 0 ? 'It can not be loaded' : '',
      assertionResults: tests.map((status, at) => ({
        status,
        fullName: `test ${at} of ${name}`,
        failureMessages: status === 'failed' ? [`Error: 1 is not 2 in ${name}`] : [],
      })),
    };
  }

  /** Judges a run of these files, with a command in place of Vitest that writes the second report. */
  function run(files: Record<string, Runs>, { exitCode = 1, outside = [] as string[] | null } = {}) {
    const first = Object.entries(files).map(([name, [tests]]) => resultOf(name, tests));
    writeFileSync(join(folder, 'tests.json'), JSON.stringify({ testResults: first }));
    if (outside) writeFileSync(join(folder, 'tests.json.errors'), JSON.stringify(outside));
    const second = Object.entries(files).map(([name, [, tests, code = 0]]) => [
      join(root, name),
      { code, report: tests && { testResults: [resultOf(name, tests)] } },
    ]);
    writeFileSync(
      join(folder, 'vitest.mjs'),
      `import { appendFileSync, writeFileSync } from 'node:fs';
       const [file, ...options] = process.argv.slice(2);
       const { code, report } = ${JSON.stringify(Object.fromEntries(second))}[file];
       const to = options.find((option) => option.startsWith('--outputFile.json=')).split('=')[1];
       if (report) writeFileSync(to, JSON.stringify(report));
       appendFileSync(${JSON.stringify(join(folder, 'ran'))}, file + '\\n');
       process.exitCode = code;`,
    );
    const verdict = judge(exitCode, [process.execPath, join(folder, 'vitest.mjs')]);
    const ran = existsSync(join(folder, 'ran')) ? readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n') : [];
    return { ...verdict, ran: ran.map((file) => file.slice(root.length + 1)) };
  }

  const many = (count: number, runs: Runs) =>
    Object.fromEntries(Array.from({ length: count }, (_, at): [string, Runs] => [`server/many/${at}.test.ts`, runs]));
  const green: Runs = [['passed', 'passed', 'passed', 'skipped']];

  test.each<[string, Record<string, Runs>, string, string[]]>([
    [
      'a file that passes alone is unsteady',
      { 'shared/a.test.ts': green, 'e2e/b.test.ts': unsteady },
      '5 0',
      ['e2e/b.test.ts'],
    ],
    [
      'a file that fails again has failed',
      { 'shared/a.test.ts': green, 'e2e/b.test.ts': failing },
      '4 1',
      ['e2e/b.test.ts'],
    ],
    [
      'a file that can not be loaded is one failure',
      { 'shared/a.test.ts': green, 'db/b.test.ts': [[], [], 1] },
      '3 1',
      ['db/b.test.ts'],
    ],
    [
      'a file that is loaded the second time is unsteady',
      { 'db/b.test.ts': [[], ['passed']] },
      '1 0',
      ['db/b.test.ts'],
    ],
    [
      'fewer tests than before are no proof',
      { 'db/b.test.ts': [['passed', 'failed'], ['passed']] },
      '1 1',
      ['db/b.test.ts'],
    ],
    [
      'only skipped tests are no proof',
      {
        'db/b.test.ts': [
          ['passed', 'failed'],
          ['skipped', 'skipped'],
        ],
      },
      '1 1',
      ['db/b.test.ts'],
    ],
    [
      'an exit code that is not 0 is no proof',
      { 'db/b.test.ts': [['failed'], ['passed'], 1] },
      '0 1',
      ['db/b.test.ts'],
    ],
    ['a second run without a report is no proof', { 'db/b.test.ts': [['failed']] }, '0 1', ['db/b.test.ts']],
    ['three unsteady files pass', many(3, unsteady), '6 0', Object.keys(many(3, unsteady))],
    ['four unsteady files fail the run', many(4, unsteady), '8 1', Object.keys(many(4, unsteady))],
    ['thirteen failed files are not run again', many(13, unsteady), '13 13', []],
  ])('%s', (_title, files, counts, ran) => {
    const verdict = run(files);
    expect([verdict.counts, verdict.ran]).toEqual([counts, ran]);
  });

  test.each(NEVER_RERUN)('a file of %s is never run again', (below) => {
    const verdict = run({ [`${below}deep/x.test.ts`]: unsteady, 'shared/a.test.ts': green });
    expect([verdict.counts, verdict.ran]).toEqual(['4 1', []]);
    expect(verdict.output).toContain(`never run again: ${below}deep/x.test.ts`);
  });

  test('an unsteady file is printed with its first failure', () => {
    const { output } = run({ 'client/src/a.test.ts': unsteady });
    expect(output).toMatch(
      /unsteady: client\/src\/a\.test\.ts .*\n +test 1 of client.*\n +Error: 1 is not 2 in client/,
    );
  });

  test.each<[string, Parameters<typeof run>, string]>([
    ['a good run', [{ 'a.test.ts': green }, { exitCode: 0 }], '3 0'],
    [
      'an error outside of the tests',
      [{ 'a.test.ts': green, 'b.test.ts': unsteady }, { outside: ['a setup failed'] }],
      '5 1',
    ],
    ['a bad end without a failure', [{ 'a.test.ts': green }], '3 1'],
    ['a process that was killed', [{ 'a.test.ts': unsteady }, { exitCode: 137 }], '2 1'],
    ['a run of nothing', [{}, { exitCode: 0 }], '0 1'],
    ['a run whose reporters did not end', [{ 'a.test.ts': green }, { outside: null }], '0 1'],
  ])('%s is counted', (_title, [files, how], counts) => {
    expect(run(files, how).counts).toBe(counts);
  });

  test.each([undefined, '{ "testResults": ['])('a missing or broken report is a failure: %s', (text) => {
    if (text) writeFileSync(join(folder, 'tests.json'), text);
    writeFileSync(join(folder, 'tests.json.errors'), '[]');
    expect(judge(0, ['false']).counts).toBe('0 1');
  });
});

test('each folder that is never run again exists and has tests', () => {
  for (const below of NEVER_RERUN) expect(globSync(`${below}**/*.test.ts`, { cwd: root }), below).not.toEqual([]);
});

describe('with a real Vitest', () => {
  let project: string;
  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'vitest-project-'));
    symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
    mkdirSync(join(project, 'inner'));
    const file = (name: string, text: string) => writeFileSync(join(project, name), text);
    // Two projects with their own roots, like the client's.
    file(
      'vitest.config.mjs',
      `const setup = process.env.BROKEN_SETUP ? ['setup.mjs'] : [];
       export default { test: { projects: [
         { test: { name: 'outer', include: ['*.test.mjs'], globalSetup: setup } },
         { test: { name: 'inner', root: './inner', include: ['*.test.mjs'] } },
       ] } };`,
    );
    file('setup.mjs', `export function setup() { throw new Error('no database today'); }`);
    const begin = `import { existsSync, writeFileSync } from 'node:fs'; import { beforeAll, expect, test } from 'vitest';
      const isSecond = existsSync(import.meta.filename + '.ran'); writeFileSync(import.meta.filename + '.ran', '');`;
    file('good.test.mjs', `${begin} test('good', () => {});`);
    file('bad.test.mjs', `${begin} test('always bad', () => expect(1).toBe(2)); test('good', () => {});`);
    file('unsteady.test.mjs', `${begin} test('bad once', () => expect(isSecond).toBe(true)); test('good', () => {});`);
    file('inner/unsteady.test.mjs', `${begin} beforeAll(() => expect(isSecond).toBe(true)); test('inner', () => {});`);
    file('broken.test.mjs', `import './missing.mjs';`);
    file('rejects.test.mjs', `${begin} test('good', () => void Promise.reject(new Error('nobody waits')));`);
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));
  beforeEach(() => {
    for (const file of globSync('**/*.ran', { cwd: project })) rmSync(join(project, file));
  });

  test.each<[string, string[], string, RegExp[]]>([
    [
      'unsteady files of both projects, a bad one, and one that can not be loaded',
      ['good', 'unsteady', 'bad', 'broken'],
      '5 2',
      [
        /unsteady: \S*unsteady\.test/,
        /unsteady: \S*inner\/unsteady\.test/,
        /bad once/,
        /FAILED again: \S*\/bad\.test/,
        /FAILED again: \S*broken\.test/,
      ],
    ],
    ['a rejection that nobody handles', ['good', 'rejects'], '2 1', [/outside of the tests: nobody waits/]],
    ['a global setup that fails', ['good', 'unsteady', 'setup'], '0 1', []],
  ])('%s', (_title, files, counts, printed) => {
    const report = join(folder, 'tests.json');
    const env = plainEnvironment({
      OUTSIDE_ERRORS_FILE: `${report}.errors`,
      ...(files.includes('setup') && { BROKEN_SETUP: 'yes' }),
    });
    const vitest = [bin('vitest'), 'run', '--root', project];
    const reporters = ['--reporter=json', `--reporter=${join(import.meta.dirname, 'outside-errors.ts')}`];
    const { status } = spawnSync(process.execPath, [...vitest, ...files, ...reporters, `--outputFile.json=${report}`], {
      env,
    });
    const verdict = judge(status ?? 1, [process.execPath, ...vitest]);
    expect(verdict.counts, verdict.output).toBe(counts);
    for (const text of printed) expect(verdict.output).toMatch(text);
  });
});
