import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import type { BrowserContext } from 'playwright-core';
import { freePort } from '#db/testing/free-port.ts';
import { registerByScript } from '../../e2e/accounts.ts';
import { launchForTool } from '../../e2e/browser.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { type Goal, goalOf, reportGoals } from '../goals.ts';
import { inLab, type Lab } from '../lab.ts';
import { startPanel } from '../panel.ts';
import { median } from '../statistics.ts';
import { serveStaticTwins } from './static-twins.ts';

const { options } = readCommandLine({
  name: 'npm run lighthouse',
  purpose: `Runs Lighthouse on the panel's first pages, on a phone, alternating with a static page of the same bytes without scripts. Exits with
1 if a goal is missed. Figures are valid only while nothing else runs on the machine.`,
  options: {
    rounds: { takes: 'N', default: 5, min: 1, max: 25, means: 'visits of each page; the medians count' },
    page: { takes: 'TEXT', repeats: true, means: 'only this page, such as /service' },
  },
  example: 'npm run lighthouse -- --rounds 3',
});

interface Target {
  path: string;
  who: 'nobody' | 'customer';
  /** Whether its HTML is rendered: an empty page has no static twin. */
  isRendered: boolean;
}

const PERFORMANCE = 90;
const FIRST_TIMES = 1.2;
const LARGEST_TIMES = 1.5;
const SHIFT = 0.02;
const targets: Target[] = [
  { path: '/', who: 'nobody', isRendered: true },
  { path: '/service', who: 'nobody', isRendered: true },
  { path: '/register', who: 'nobody', isRendered: true },
  { path: '/dashboard', who: 'customer', isRendered: false },
];

/** Lighthouse's audits. Its benchmark index is over 1,500 on a fast desktop. */
const AUDITS = {
  firstMs: 'first-contentful-paint',
  largestMs: 'largest-contentful-paint',
  blockedMs: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const;
type Figures = Record<keyof typeof AUDITS | 'performance' | 'machine', number>;

reportGoals(await inLab(visitAll));

async function visitAll(lab: Lab): Promise<Goal[]> {
  const { url } = await startPanel(lab);
  const port = await freePort();
  const browser = await launchForTool(port, join(lab.folder, 'profile'));
  lab.onEnd(() => browser.close());
  const twins = await serveStaticTwins(url);
  lab.onEnd(() => twins.close());
  const customer = await registerByScript(url, 'light.house');
  const goals: Goal[] = [];
  for (const target of targets.filter(({ path }) => options.page?.includes(path) ?? true)) {
    const { path, who, isRendered } = target;
    await signIn(browser, url, who === 'customer' ? customer : undefined);
    // The first visit renders the page.
    await fetch(url + path);
    if (isRendered) await twins.add(path);
    const [ours, twin]: [Figures[], Figures[]] = [[], []];
    for (let round = 0; round < options.rounds; round++) {
      ours.push(await visit(url + path, port));
      if (isRendered) twin.push(await visit(twins.url + path, port));
    }
    const all = (key: keyof Figures) => ours.map((each) => each[key]);
    const ratio = (key: keyof Figures) => median(all(key)) / median(twin.map((each) => each[key]));
    const ms = (key: keyof Figures) => `${median(all(key)).toFixed(0)} ms`;
    const times = `first paint ${ms('firstMs')}, largest ${ms('largestMs')}, blocking time ${ms('blockedMs')}`;
    const machine = `load ${loadavg()[0]?.toFixed(1)}, ${cpus().length} cores, speed ${median(all('machine')).toFixed(0)}`;
    console.log(`${path} as ${who}: ${times} (${machine})`);
    goals.push(
      goalOf(`${path} performance`, all('performance'), { atLeast: [PERFORMANCE] }),
      goalOf(`${path} layout shift`, all('shift'), { atMost: [SHIFT] }),
    );
    if (!isRendered) continue;
    goals.push(
      goalOf(`${path} first paint ÷ static page`, ratio('firstMs'), { atMost: [FIRST_TIMES] }),
      goalOf(`${path} largest paint ÷ static page`, ratio('largestMs'), { atMost: [LARGEST_TIMES] }),
    );
  }
  return goals;
}

/** One cold visit, on Lighthouse's default phone and connection. */
async function visit(url: string, port: number): Promise<Figures> {
  const run = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: ['performance'] });
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse could not open ${url}: ${run?.lhr.runtimeError?.message}`);
  const { audits, categories, environment } = run.lhr;
  const figure = (key: keyof typeof AUDITS) => {
    const value = audits[AUDITS[key]]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse has no ${AUDITS[key]}`);
    return value;
  };
  return {
    performance: (categories.performance?.score ?? 0) * 100,
    firstMs: figure('firstMs'),
    largestMs: figure('largestMs'),
    blockedMs: figure('blockedMs'),
    shift: figure('shift'),
    machine: environment.benchmarkIndex,
  };
}

/** Lighthouse keeps the local storage of a page's origin. */
async function signIn(browser: BrowserContext, url: string, session: object | undefined): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    (stored) => (stored ? localStorage.setItem('auth', stored) : localStorage.clear()),
    session && JSON.stringify(session),
  );
  await page.close();
}
