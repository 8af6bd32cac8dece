import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { newDataDir } from '../db/testing/data-dir.ts';
import { scriptClient, signIn } from '../e2e/accounts.ts';
import { launchBrowser, watchRequests } from '../e2e/browser.ts';
import { adminScreens } from '../e2e/screens/admins.ts';
import { customerScreens } from '../e2e/screens/customers.ts';
import type { Own, Screen } from '../e2e/screens/screen.ts';
import { switchTheme } from '../e2e/themes.ts';
import { startPanel } from '../server/testing/panel.ts';
import { readCommandLine } from './command-line.ts';
import { makeAwaiting, makeRegular } from './contact-sheet/regular.ts';
import { type Shot, sheetOf } from './contact-sheet/sheet.ts';

const { options } = readCommandLine({
  name: 'npm run screens',
  purpose: `Photographs every screen in both themes and lays them out as pictures, to be looked at: those of visitors and customers in
both languages, on a phone and at a desk; those of admins in English, on a phone, a tablet, a laptop and a large screen. A panel
of its own is started for it.`,
  options: {
    only: { takes: 'TEXT', repeats: true, means: 'a screen by its name in e2e/screens; all where none is named' },
    admins: { means: "the admins' screens alone" },
  },
  example: 'npm run screens -- --only home --only payment',
});

const folder = join(import.meta.dirname, '../docs/screens');
const ADMIN = { userName: 'admin', password: 'pictures of the panel' };
const CUSTOMER_LOOKS: Look[] = [
  { language: 'en', width: 360, height: 780 },
  { language: 'en', width: 1440, height: 900 },
  { language: 'bn', width: 360, height: 780 },
  { language: 'bn', width: 1440, height: 900 },
];
const ADMIN_LOOKS: Look[] = [
  { language: 'en', width: 360, height: 780 },
  { language: 'en', width: 768, height: 1024 },
  { language: 'en', width: 1440, height: 900 },
  { language: 'en', width: 1920, height: 1080 },
];

const THEMES = ['bumblebee', 'black'] as const;

interface Look {
  language: 'en' | 'bn';
  width: number;
  height: number;
}

const { dataDir, remove } = newDataDir();
const panel = await startPanel({ DATA_DIR: dataDir, ADMIN_USERNAME: ADMIN.userName, ADMIN_PASSWORD: ADMIN.password });
const browser = await launchBrowser();
try {
  mkdirSync(folder, { recursive: true });
  const admin = await scriptClient(panel.url).auth.login.mutate(ADMIN);
  const asAdmin = scriptClient(panel.url, admin.tokens.accessToken);
  if (!options.admins) {
    const sheets = CUSTOMER_LOOKS.map(async (look) => {
      // Each language has a reader of its own, as the account keeps it.
      const { session, own } = await makeRegular(panel.url, asAdmin, `rahim.${look.language}.${look.width}`);
      await lay(`customer-${look.language}-${look.width}`, customerScreens, look, session, own);
    });
    await Promise.all(sheets);
  }
  await fillTheShop();
  await asAdmin.admin.savedReplies.save.mutate({
    title: 'On its way',
    text: 'Dear {name}, order {order} is on its way.',
  });
  const own = await makeAwaiting(panel.url, asAdmin, 'rahim.uddin');
  await Promise.all(ADMIN_LOOKS.map((look) => lay(`admin-${look.width}`, adminScreens, look, admin, own)));
} finally {
  await browser.close();
  await panel.stop();
  remove();
}

/** Lists that are read by an admin are full. */
async function fillTheShop(): Promise<void> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'seed-demo.ts'), '--orders', '2000'], { env });
}

/** Every screen in both themes, a theme beside the other, as one picture. */
async function lay(
  name: string,
  screens: Record<string, Screen>,
  look: Look,
  session: object,
  own: Own,
): Promise<void> {
  const shots: Shot[] = [];
  for (const [screenName, screen] of Object.entries(screens)) {
    if (options.only && !options.only.includes(screenName)) continue;
    const pictures = await shoot(browser, screen, { ...look, session, own });
    shots.push(...pictures.map((picture, at) => ({ name: `${screenName}, ${THEMES[at]}`, picture })));
  }
  if (shots.length === 0) return;
  const path = join(folder, `${name}.jpg`);
  writeFileSync(path, await sheetOf(browser, shots, look));
  console.log(`${path}: ${shots.length} pictures`);
}

interface Sitting extends Look {
  session: object;
  own: Own;
}

/** One screen in each theme, as it stands once nothing more is fetched. */
async function shoot(by: Browser, { who, path, open }: Screen, sitting: Sitting): Promise<Buffer[]> {
  const { language, width, height, session, own } = sitting;
  const context = await by.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const requests = watchRequests(page);
    await signIn(page, who === 'nobody' ? {} : session, THEMES[0], language);
    await page.goto(panel.url + path(own));
    // On a busy machine a page's code may be on its way for longer than nothing is asked for.
    await page.getByRole('heading').first().waitFor();
    await requests.areDone();
    if (open) await open(page);
    const pictures: Buffer[] = [];
    for (const theme of THEMES) {
      await switchTheme(page, theme);
      await requests.areDone();
      pictures.push(await page.screenshot({ type: 'jpeg', quality: 85 }));
    }
    return pictures;
  } finally {
    await context.close();
  }
}
