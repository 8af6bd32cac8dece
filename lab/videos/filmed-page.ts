import type { Locator, Page } from 'playwright-core';
import type { watchRequests } from '../../e2e/browser.ts';

/** One picture of the video. */
export interface Frame {
  image: Buffer;
  caption: string;
  holdMs: number;
  /** Where a finger touches, in CSS pixels of the page. */
  tap?: { x: number; y: number };
}

interface Scrolled {
  scrollIntoView: (options: { block: 'center' }) => void;
}

const READ_MS = 2_400;
const TAP_MS = 1_100;
const KEY_MS = 260;
/** Typed text appears in parts, not letter by letter: each picture costs bytes. */
const TYPED_PARTS = 4;

/** A page whose use is filmed: each action leaves pictures with a caption. */
export class FilmedPage {
  readonly page: Page;
  readonly frames: Frame[] = [];
  readonly #requests: ReturnType<typeof watchRequests>;
  #caption = '';

  constructor(page: Page, requests: ReturnType<typeof watchRequests>) {
    this.page = page;
    this.#requests = requests;
  }

  /** The caption of the following pictures. */
  say(caption: string): void {
    this.#caption = caption;
  }

  /** Films the page at rest. */
  async show(holdMs = READ_MS): Promise<void> {
    await this.#requests.areDone();
    await this.#take(holdMs);
  }

  /** Scrolls to a part of the page. */
  async center(target: Locator): Promise<void> {
    // This program does not have the types of a browser.
    await target.evaluate((element) => (element as unknown as Scrolled).scrollIntoView({ block: 'center' }));
    await this.#requests.areDone();
  }

  /** Films a touch, and then does it. */
  async tap(target: Locator): Promise<void> {
    const place = await this.#find(target);
    await this.#take(TAP_MS, place);
    await target.click();
    await this.#requests.areDone();
  }

  /** Films a field while it is filled in. */
  async type(field: Locator, text: string): Promise<void> {
    const place = await this.#find(field);
    await this.#take(TAP_MS, place);
    const step = Math.ceil(text.length / TYPED_PARTS);
    for (let end = step; end < text.length + step; end += step) {
      await field.fill(text.slice(0, end));
      await this.#take(KEY_MS);
    }
    await this.#requests.areDone();
  }

  async #find(target: Locator): Promise<{ x: number; y: number }> {
    await target.waitFor();
    await this.center(target);
    const box = await target.boundingBox();
    if (!box) throw new Error(`Nothing to touch: ${String(target)}`);
    return { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 };
  }

  async #take(holdMs: number, tap?: { x: number; y: number }): Promise<void> {
    const image = await this.page.screenshot({ type: 'png', caret: 'initial' });
    this.frames.push({ image, caption: this.#caption, holdMs, ...(tap && { tap }) });
  }
}
