import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Result } from 'lighthouse';
import { newDataDir } from '../db/testing/data-dir.ts';
import { freePort } from '../db/testing/free-port.ts';
import { registerByScript } from '../e2e/accounts.ts';
import { launchForTool } from '../e2e/browser.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { startPanel } from '../server/testing/panel.ts';
import { serveStaticTwins } from './static-twins.ts';
import { percentile } from './statistics.ts';

const { options } = readCommandLine({
  name: 'npm run lighthouse',
  purpose: `What Lighthouse says of the panel's first pages on a phone, each in turn with a static page of the same bytes that runs no
script. Exits with 1 where a goal is missed. For figures that mean something nothing else may run on the machine.`,
  options: {
    rounds: { takes: 'N', default: 5, min: 1, max: 25, means: 'how often each page is opened; the medians count' },
    page: { takes: 'TEXT', repeats: true, means: 'only this page, such as /service' },
  },
  example: 'npm run lighthouse -- --rounds 3',
});

interface Goal {
  path: string;
  who: 'nobody' | 'customer';
  performance: number;
  /** It is compared with its twin, which a page that comes empty has none of. */
  isRendered: boolean;
  blockedMs?: number;
}

/** Issue "Fast": first paint within 1.2 times, largest paint within 1.5 times a static page of the same bytes. */
const FIRST_TIMES = 1.2;
const LARGEST_TIMES = 1.5;
const goals: Goal[] = [
  { path: '/', who: 'nobody', performance: 95, isRendered: true, blockedMs: 200 },
  { path: '/service', who: 'nobody', performance: 95, isRendered: true },
  { path: '/register', who: 'nobody', performance: 90, isRendered: true },
  { path: '/dashboard', who: 'customer', performance: 90, isRendered: false },
];

interface Figures {
  performance: number;
  firstMs: number;
  largestMs: number;
  blockedMs: number;
  shift: number;
  /** How fast Lighthouse found the machine; a fast desktop has over 1,500. */
  machine: number;
}

const { dataDir, remove } = newDataDir();
const profile = mkdtempSync(join(tmpdir(), 'panel-lighthouse-'));
const panel = await startPanel({
  DATA_DIR: dataDir,
  NODE_ENV: 'production',
  JWT_SECRET: randomBytes(48).toString('base64'),
});
const port = await freePort();
const browser = await launchForTool(port, profile);
const twins = await serveStaticTwins(panel.url);
const chosen = goals.filter(({ path }) => !options.page?.length || options.page.includes(path));
let missed = 0;
try {
  const customer = await registerByScript(panel.url, 'light.house');
  for (const goal of chosen) await measure(goal, customer);
} finally {
  await browser.close();
  twins.close();
  await panel.stop();
  remove();
  rmSync(profile, { recursive: true, force: true });
}
console.log(missed === 0 ? '\nEvery goal is met.' : `\n${missed} goals are missed.`);
process.exitCode = missed === 0 ? 0 : 1;

async function measure({ path, who, performance, isRendered, blockedMs }: Goal, customer: object): Promise<void> {
  await signIn(who === 'customer' ? customer : undefined);
  // The first visitor has it rendered.
  await fetch(panel.url + path);
  if (isRendered) await twins.add(path);
  const ours: Figures[] = [];
  const twin: Figures[] = [];
  for (let round = 0; round < options.rounds; round++) {
    ours.push(await look(panel.url + path));
    if (isRendered) twin.push(await look(twins.url + path));
  }
  const middle = (figures: Figures[], of: keyof Figures) =>
    percentile(
      figures.map((each) => each[of]),
      0.5,
    );
  const machine = `load ${loadavg()[0]?.toFixed(1)}, ${cpus().length} cores, speed ${middle(ours, 'machine').toFixed(0)}`;
  console.log(`\n${path} as ${who}, ${options.rounds} rounds, medians (${machine})`);
  say(
    'performance',
    middle(ours, 'performance').toFixed(0),
    `at least ${performance}`,
    middle(ours, 'performance') >= performance,
  );
  if (isRendered) {
    sayTimes('first paint', middle(ours, 'firstMs'), middle(twin, 'firstMs'), FIRST_TIMES);
    sayTimes('largest paint', middle(ours, 'largestMs'), middle(twin, 'largestMs'), LARGEST_TIMES);
  } else {
    say('first, largest paint', `${middle(ours, 'firstMs').toFixed(0)}, ${middle(ours, 'largestMs').toFixed(0)} ms`);
  }
  const blocked = middle(ours, 'blockedMs');
  if (blockedMs) say('blocking time', `${blocked.toFixed(0)} ms`, `at most ${blockedMs}`, blocked <= blockedMs);
  else say('blocking time', `${blocked.toFixed(0)} ms`);
  say('layout shift', middle(ours, 'shift').toFixed(3), 'at most 0.02', middle(ours, 'shift') <= 0.02);
}

function sayTimes(what: string, ours: number, twin: number, limit: number): void {
  const times = ours / twin;
  say(what, `${ours.toFixed(0)} ms, ${times.toFixed(2)} times ${twin.toFixed(0)}`, `at most ${limit}`, times <= limit);
}

function say(what: string, figure: string, goal = '', isMet?: boolean): void {
  if (isMet === false) missed++;
  const verdict = isMet === undefined ? '' : isMet ? 'met' : 'MISSED';
  console.log(`  ${what.padEnd(22)} ${figure.padEnd(30)} ${goal.padEnd(14)} ${verdict}`.trimEnd());
}

/** One cold visit, on the phone and the line that Lighthouse stands for by default. */
async function look(url: string): Promise<Figures> {
  const run = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: ['performance'] });
  if (!run) throw new Error('Lighthouse said nothing');
  const { lhr } = run;
  if (lhr.runtimeError) throw new Error(`Lighthouse could not open ${url}: ${lhr.runtimeError.message}`);
  return {
    performance: (lhr.categories.performance?.score ?? 0) * 100,
    firstMs: numberOf(lhr, 'first-contentful-paint'),
    largestMs: numberOf(lhr, 'largest-contentful-paint'),
    blockedMs: numberOf(lhr, 'total-blocking-time'),
    shift: numberOf(lhr, 'cumulative-layout-shift'),
    machine: lhr.environment.benchmarkIndex,
  };
}

function numberOf({ audits }: Result, audit: string): number {
  const value = audits[audit]?.numericValue;
  if (value === undefined) throw new Error(`Lighthouse has no ${audit}`);
  return value;
}

/** Lighthouse leaves alone what a page keeps under its origin. */
async function signIn(session: object | undefined): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${panel.url}/robots.txt`);
  await page.evaluate(
    (kept) => (kept ? localStorage.setItem('auth', kept) : localStorage.clear()),
    session && JSON.stringify(session),
  );
  await page.close();
}
