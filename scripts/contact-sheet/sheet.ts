import type { Browser } from 'playwright-core';

/** A picture and what stands under it. */
export interface Shot {
  name: string;
  picture: Buffer;
}

const SHEET_WIDTH = 2960;
/** What a screen's width is drawn at, so that text can still be read on a phone's and a desk's whole is seen. */
const DRAWN_WIDTH = { phone: 198, tablet: 234, desk: 425 };

/**
 * Lays pictures out in rows, each with its name.
 * @param width of the screens, in CSS pixels, which decides how small they are drawn
 * @returns the sheet as JPEG
 */
export async function sheetOf(browser: Browser, shots: Shot[], { width }: { width: number }): Promise<Buffer> {
  const drawn = DRAWN_WIDTH[width < 600 ? 'phone' : width < 1000 ? 'tablet' : 'desk'];
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 800 } });
  try {
    const figures = shots.map(
      ({ name, picture }) =>
        `<figure><img alt="" src="data:image/jpeg;base64,${picture.toString('base64')}"><figcaption>${name}</figcaption></figure>`,
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
