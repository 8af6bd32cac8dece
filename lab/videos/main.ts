import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { nanos } from '#shared/money.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from '../../e2e/accounts.ts';
import { launchBrowser, watchRequests } from '../../e2e/browser.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab, type Lab } from '../lab.ts';
import { ADMIN, DEMO_ENV, startPanel } from '../panel.ts';
import { encode, PANEL, SCALE } from './encode.ts';
import { FilmedPage } from './filmed-page.ts';
import { type Journey, journeys } from './journeys.ts';
import { recordTour } from './tour.ts';

const { options } = readCommandLine({
  name: 'npm run videos',
  purpose: `Records the three videos of a new shop in both languages, with their posters, into client/public/videos: how to add balance, how to
order and how to follow an order. Starts a separate panel.`,
  options: {
    only: { takes: 'TEXT', repeats: true, means: 'only this video, such as order; may be repeated' },
    tour: {
      means: 'records the moving picture and the screenshots of README.md instead, with a second panel as the supplier',
    },
  },
  example: 'npm run videos -- --only order',
});

const folder = join(import.meta.dirname, '../../client/public/videos');
const MOST_BYTES = 600_000;
/** Recipients that look real and belong to no one: the video must not show a placeholder's warning. */
const RECIPIENT = '01000-123456';
const PAY_ID = '123456789';
const POSTER_OF: Record<keyof typeof journeys, number> = { 'add-balance': 1, order: 3, follow: 1 };

await inLab(options.tour ? recordTour : recordAll);

async function recordAll(lab: Lab): Promise<void> {
  const { url } = await startPanel(lab, { env: DEMO_ENV });
  const browser = await launchBrowser();
  lab.onEnd(() => browser.close());
  mkdirSync(folder, { recursive: true });
  const admin = await loginAsAdmin(url, ADMIN);
  const asAdmin = scriptClient(url, admin.tokens.accessToken);
  for (const method of await asAdmin.admin.paymentMethods.list.query())
    await asAdmin.admin.paymentMethods.save.mutate({ ...method, recipient: method.ussdCode ? RECIPIENT : PAY_ID });
  const names = Object.keys(journeys) as (keyof typeof journeys)[];
  const chosen = names.filter((name) => options.only?.includes(name) ?? true);
  for (const language of ['en', 'bn'] as const)
    for (const name of chosen) await record({ name, language, url, browser, asAdmin });
}

interface Take {
  name: keyof typeof journeys;
  language: 'en' | 'bn';
  url: string;
  browser: Browser;
  asAdmin: ReturnType<typeof scriptClient>;
}

/** Films a new customer, and writes the video and its poster. */
async function record({ name, language, url, browser, asAdmin }: Take): Promise<void> {
  const journey: Journey = journeys[name];
  const number = `${Object.keys(journeys).indexOf(name)}${language === 'en' ? 1 : 2}`;
  const session = await registerByScript(
    url,
    `rahim.${language}.${name}`,
    language === 'en' ? 'Rahim Uddin' : 'রহিম উদ্দিন',
  );
  const asCustomer = scriptClient(url, session.tokens.accessToken);
  if (journey.dollars > 0) {
    await asAdmin.admin.users.giveBalance.mutate({ id: session.user.id, amountNanos: nanos(journey.dollars * 1e9) });
    await orderSome(asCustomer, asAdmin);
  }
  const context = await browser.newContext({ viewport: PANEL, deviceScaleFactor: SCALE });
  try {
    const page = await context.newPage();
    const requests = watchRequests(page);
    await signIn(page, session, 'bumblebee', language);
    await page.goto(url + journey.path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const filmed = new FilmedPage(page, requests);
    await journey.film(filmed, { url, language, take: number, asAdmin, asCustomer });
    const { webm, poster } = await encode(page, filmed.frames, POSTER_OF[name]);
    if (webm.length > MOST_BYTES) throw new Error(`${name} in ${language} has ${webm.length} bytes`);
    const file = join(folder, `${name}-${language}`);
    writeFileSync(`${file}.webm`, webm);
    writeFileSync(`${file}.webp`, poster);
    console.log(`${file}.webm: ${Math.round(webm.length / 1000)} kB, poster ${Math.round(poster.length / 1000)} kB`);
  } finally {
    await context.close();
  }
}

/** Earlier orders, so that the history is not empty; the last one is pending. */
async function orderSome(asCustomer: Take['asAdmin'], asAdmin: Take['asAdmin']): Promise<void> {
  const { items } = await asCustomer.services.list.query({ category: 'instagram', limit: 3 });
  const links = [
    'https://instagram.com/p/Cx7dhaka',
    'https://instagram.com/p/Cx9eid',
    'https://instagram.com/dhaka.crafts',
  ];
  for (const [at, { id, min }] of items.entries()) {
    const placed = await asCustomer.orders.place.mutate({
      serviceId: id,
      link: links[at] ?? '',
      quantity: Math.max(min, 1000),
    });
    if (at < items.length - 1)
      await asAdmin.admin.orders.decide.mutate({ id: placed.order.id, decision: at === 0 ? 'complete' : 'reject' });
  }
}
