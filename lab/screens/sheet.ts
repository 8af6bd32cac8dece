import type { Browser } from 'playwright-core';

/** A screenshot and its caption. */
export interface Shot {
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
export async function sheetOf(browser: Browser, shots: Shot[], { width }: { width: number }): Promise<Buffer> {
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
