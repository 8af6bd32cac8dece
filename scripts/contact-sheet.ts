import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { scriptClient, signIn } from '../e2e/accounts.ts';
import { launchBrowser, watchRequests } from '../e2e/browser.ts';
import { newDataDir, startPanel } from '../e2e/panel-process.ts';
import type { Own } from '../e2e/screens/screen.ts';
import { screens } from '../e2e/screens/screens.ts';
import { readCommandLine } from './command-line.ts';
import { makeRegular } from './contact-sheet/regular.ts';
import { type Shot, sheetOf } from './contact-sheet/sheet.ts';

const { options } = readCommandLine({
  name: 'npm run screens',
  purpose: `Photographs every screen of a visitor and a customer, in both themes, both languages, on a phone and at a desk, and lays them
out as one picture for each language and width, to be looked at. A panel of its own is started for it.`,
  options: {
    only: { takes: 'TEXT', repeats: true, means: 'a screen by its name in e2e/screens; all where none is named' },
  },
  example: 'npm run screens -- --only home --only payment',
});

const folder = join(import.meta.dirname, '../docs/screens');
const ADMIN = { userName: 'admin', password: 'pictures of the panel' };
const LOOKS = [
  { language: 'en', width: 360, height: 780 },
  { language: 'en', width: 1440, height: 900 },
  { language: 'bn', width: 360, height: 780 },
  { language: 'bn', width: 1440, height: 900 },
] as const;

const { dataDir, remove } = newDataDir();
const panel = await startPanel({ DATA_DIR: dataDir, ADMIN_USERNAME: ADMIN.userName, ADMIN_PASSWORD: ADMIN.password });
const browser = await launchBrowser();
try {
  mkdirSync(folder, { recursive: true });
  const admin = await scriptClient(panel.url).auth.login.mutate(ADMIN);
  const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
  const sheets = LOOKS.map(async (look) => {
    // Each language has a reader of its own, as the account keeps it.
    const { session, own } = await makeRegular(panel.url, asAdmin, `rahim.${look.language}.${look.width}`);
    const shots = await photograph(look, session, own);
    const path = join(folder, `customer-${look.language}-${look.width}.jpg`);
    writeFileSync(path, await sheetOf(browser, shots, look));
    console.log(`${path}: ${shots.length} pictures`);
  });
  await Promise.all(sheets);
} finally {
  await browser.close();
  await panel.stop();
  remove();
}

/** Every screen in both themes, a theme beside the other. */
async function photograph(look: (typeof LOOKS)[number], session: object, own: Own): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const [name, screen] of Object.entries(screens)) {
    if (screen.who === 'admin' || (options.only && !options.only.includes(name))) continue;
    for (const theme of ['bumblebee', 'black']) {
      shots.push({
        name: `${name}, ${theme}`,
        picture: await shoot(browser, screen, { ...look, theme, session, own }),
      });
    }
  }
  return shots;
}

interface Sitting {
  language: 'en' | 'bn';
  width: number;
  height: number;
  theme: string;
  session: object;
  own: Own;
}

/** One screen as it stands once nothing more is fetched. */
async function shoot(by: Browser, { who, path, open }: (typeof screens)[string], sitting: Sitting): Promise<Buffer> {
  const { language, width, height, theme, session, own } = sitting;
  const context = await by.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const requests = watchRequests(page);
    await signIn(page, who === 'nobody' ? {} : session, theme, language);
    await page.goto(panel.url + path(own));
    // On a busy machine a page's code may be on its way for longer than nothing is asked for.
    await page.getByRole('heading').first().waitFor();
    await requests.areDone();
    if (open) await open(page);
    await requests.areDone();
    return await page.screenshot({ type: 'jpeg', quality: 85 });
  } finally {
    await context.close();
  }
}
