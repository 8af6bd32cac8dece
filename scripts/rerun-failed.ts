import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NEVER_RERUN } from './never-rerun.ts';

/**
 * The verdict on a run of all tests, for `.ci/run`: runs each failed file once more, alone. A file that passes then is printed as
 * unsteady, with its first failure. Writes "passed failed" into `<report>.counts`.
 *
 * node scripts/rerun-failed.ts <vitest's JSON report> <exit code of the run> <command that runs a file> …
 *
 * `<report>.errors` has the errors outside of tests (`outside-errors.ts`).
 */

const MOST_UNSTEADY = 3;
/** More failed files are a broken build: a second run of each would take an hour and change nothing. */
const MOST_RERUNS = 12;

/** The part of Vitest's JSON report that is read. */
interface Report {
  testResults: FileResult[];
}
interface FileResult {
  /** The absolute path. */
  name: string;
  status: 'passed' | 'failed';
  /** Why the file can't be loaded, or a hook of it failed. */
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

const [reportFile = '', exitCode = '', ...command] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');

const verdict = await judge();
writeFileSync(`${reportFile}.counts`, `${verdict.passed} ${verdict.failed}\n`);

async function judge(): Promise<{ passed: number; failed: number }> {
  const report = read(reportFile) as Report | undefined;
  const outside = read(`${reportFile}.errors`) as string[] | undefined;
  if (!report || !outside) {
    console.log('== The run of the tests wrote no report');
    return { passed: 0, failed: 1 };
  }
  for (const message of outside) console.log(`== Error outside of the tests: ${message}`);
  const bad = report.testResults.filter(isBad);
  const again = bad.filter(({ name }) => !NEVER_RERUN.some((folder) => pathOf(name).startsWith(folder)));
  for (const file of bad.filter((each) => !again.includes(each)))
    console.log(`== FAILED, and never run again: ${pathOf(file.name)}`);
  if (again.length > MOST_RERUNS) console.log(`== ${again.length} files failed: too many to run them again`);
  const later = new Map<FileResult, FileResult>();
  for (const file of again.length > MOST_RERUNS ? [] : again) {
    const second = await runAlone(file);
    if (second) later.set(file, second);
  }
  if (later.size > MOST_UNSTEADY) console.log(`== ${later.size} unsteady files are more than ${MOST_UNSTEADY}`);
  const final = report.testResults.map((file) => later.get(file) ?? file);
  const passed = final.reduce((sum, file) => sum + count(file, 'passed'), 0);
  const failures =
    final.filter(isBad).reduce((sum, file) => sum + Math.max(1, count(file, 'failed')), 0) +
    outside.length +
    Number(later.size > MOST_UNSTEADY);
  // No failure names the reason: nothing ran, or the process ended badly.
  const isUnexplained =
    passed === 0 || Number(exitCode) > 1 || (exitCode !== '0' && bad.length === 0 && outside.length === 0);
  return { passed, failed: failures === 0 && isUnexplained ? 1 : failures };
}

/** Runs a failed file once more. @returns its second result if everything in it passed */
async function runAlone(file: FileResult): Promise<FileResult | undefined> {
  const path = pathOf(file.name);
  const secondReport = `${reportFile}.${path.replaceAll('/', '_')}`;
  console.log(`\n== again, alone: ${path}`);
  const [program, ...args] = [...command, file.name, '--reporter=default', '--reporter=json'];
  const child = spawn(program, [...args, `--outputFile.json=${secondReport}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const report = read(secondReport) as Report | undefined;
  const second = report?.testResults.find(({ name }) => name === file.name);
  const isWhole = second && !isBad(second) && second.assertionResults.length >= file.assertionResults.length;
  if (code !== 0 || !isWhole || count(second, 'passed') === 0) {
    console.log(`== FAILED again: ${path}`);
    return undefined;
  }
  console.log(`== unsteady: ${path} passed alone. Its first failure:\n${firstFailure(file)}`);
  return second;
}

function firstFailure({ assertionResults, message }: FileResult): string {
  const test = assertionResults.find(({ status }) => status === 'failed');
  const text = test ? `${test.fullName.trim()}\n${test.failureMessages[0] ?? ''}` : message || 'A hook failed.';
  return text.trim().replaceAll(/^/gm, '   ');
}

function isBad(file: FileResult): boolean {
  return file.status !== 'passed' || count(file, 'failed') > 0;
}

function count({ assertionResults }: FileResult, status: 'passed' | 'failed'): number {
  return assertionResults.filter((test) => test.status === status).length;
}

function pathOf(name: string): string {
  return relative(root, name);
}

/** @returns undefined if there is no such file, or it is cut off */
function read(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
