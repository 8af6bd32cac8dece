import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { loginAsAdmin, scriptClient, signIn } from '../../e2e/accounts.ts';
import { launchBrowser, watchRequests } from '../../e2e/browser.ts';
import { switchLanguage } from '../../e2e/languages.ts';
import { adminScreens } from '../../e2e/screens/admins.ts';
import { customerScreens } from '../../e2e/screens/customers.ts';
import type { Own, Screen } from '../../e2e/screens/screen.ts';
import { switchTheme } from '../../e2e/themes.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab, type Lab } from '../lab.ts';
import { ADMIN, DEMO_ENV, seedDemo, startPanel } from '../panel.ts';
import { makeAwaiting, makeRegular } from './regular.ts';

/** A screenshot and its caption. */
interface Shot {
  name: string;
  image: Buffer;
}

const SHEET_WIDTH = 2960;
/** The width of a screen on the sheet, at which a phone's text is readable. */
const DRAWN_WIDTH = { phone: 198, tablet: 234, laptop: 425 };

/**
 * Arranges screenshots in rows with their captions.
 * @param width of the screens in CSS pixels
 * @returns the sheet as JPEG
 */
async function sheetOf(browser: Browser, shots: Shot[], { width }: { width: number }): Promise<Buffer> {
  const drawn = DRAWN_WIDTH[width < 600 ? 'phone' : width < 1000 ? 'tablet' : 'laptop'];
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 800 } });
  try {
    const figures = shots.map(
      ({ name, image }) =>
        `<figure><img alt="" src="data:image/jpeg;base64,${image.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
    );
    await page.setContent(`<style>
      body { margin: 12px; display: flex; flex-wrap: wrap; gap: 12px; background: #9a9a9a; font: 13px sans-serif }
      figure { margin: 0; width: ${drawn}px } img { width: 100%; display: block }
    </style>${figures.join('')}`);
    await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
    return await page.screenshot({ type: 'jpeg', quality: 40, fullPage: true });
  } finally {
    await page.close();
  }
}

const { options } = readCommandLine({
  name: 'npm run screens',
  purpose: `Takes screenshots of every screen in both themes and both languages, and lays them out as images in docs/screens, for a phone, a
tablet and a laptop; those of admins also for a large screen, in English. Starts a separate panel.`,
  options: {
    only: { takes: 'TEXT', repeats: true, means: 'only the screen with this name in e2e/screens; may be repeated' },
    admins: { means: 'only screens of admins' },
  },
  example: 'npm run screens -- --only home --only payment',
});

const folder = join(import.meta.dirname, '../../docs/screens');
const PHONE = { width: 360, height: 780 };
const SIZES = [PHONE, { width: 768, height: 1024 }, { width: 1440, height: 900 }];
const LARGE = { width: 1920, height: 1080 };
const LANGUAGES = ['en', 'bn'] as const;
const THEMES = ['bumblebee', 'black'] as const;

await inLab(layAll);

async function layAll(lab: Lab): Promise<void> {
  const { url } = await startPanel(lab, { env: DEMO_ENV });
  const browser = await launchBrowser();
  lab.onEnd(() => browser.close());
  mkdirSync(folder, { recursive: true });
  const admin = await loginAsAdmin(url, ADMIN);
  const asAdmin = scriptClient(url, admin.tokens.accessToken);
  if (!options.admins) {
    for (const language of LANGUAGES) {
      const sheets = SIZES.map(async (size) => {
        // An account has one language.
        const { session, own } = await makeRegular(url, asAdmin, `rahim.${language}.${size.width}`);
        const view = { language, ...size, browser, url, session, own };
        await lay(`customer-${language}-${size.width}`, customerScreens, view);
      });
      await Promise.all(sheets);
    }
  }
  await seedDemo(lab, '--orders', '2000');
  const text = 'Dear {name}, order {order} is on its way.';
  await asAdmin.admin.savedReplies.save.mutate({ title: 'On its way', text });
  const own = await makeAwaiting(url, asAdmin, 'rahim.uddin');
  for (const language of LANGUAGES) {
    // An access token does not last for both languages.
    const session = await loginAsAdmin(url, ADMIN);
    const view = { language, browser, url, session, own };
    const sheets = [...SIZES, ...(language === 'en' ? [LARGE] : [])].map((size) =>
      lay(`admin-${language}-${size.width}`, adminScreens, { ...view, ...size }),
    );
    await Promise.all(sheets);
  }
}

interface View {
  language: 'en' | 'bn';
  width: number;
  height: number;
  browser: Browser;
  url: string;
  session: object;
  own: Own;
}

/** Every screen in both themes, as one image. */
async function lay(name: string, screens: Record<string, Screen>, view: View): Promise<void> {
  const shots: Shot[] = [];
  for (const [screenName, screen] of Object.entries(screens)) {
    if (options.only && !options.only.includes(screenName)) continue;
    const images = await shoot(screen, view);
    shots.push(...images.map((image, at) => ({ name: `${screenName}, ${THEMES[at]}`, image })));
  }
  if (shots.length === 0) return;
  const path = join(folder, `${name}.jpg`);
  writeFileSync(path, await sheetOf(view.browser, shots, view));
  console.log(`${path}: ${shots.length} images`);
}

/** One screen in each theme, once all requests are done. */
async function shoot({ who, path, load, open }: Screen, view: View): Promise<Buffer[]> {
  const { browser, url, language, width, height, session, own } = view;
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const requests = watchRequests(page);
    // What opens an admin's dialogs finds them in English.
    const opensInEnglish = who === 'admin';
    await signIn(page, who === 'nobody' ? {} : session, THEMES[0], opensInEnglish ? 'en' : language);
    await page.goto(url + path(own));
    // On a busy machine the page's code may come long after its last request.
    await page.getByRole('heading').first().waitFor();
    await requests.areDone();
    await load?.(page);
    await open?.(page);
    if (opensInEnglish) await switchLanguage(page, language);
    const images: Buffer[] = [];
    for (const theme of THEMES) {
      await switchTheme(page, theme);
      await requests.areDone();
      images.push(await page.screenshot({ type: 'jpeg', quality: 85 }));
    }
    return images;
  } finally {
    await context.close();
  }
}
