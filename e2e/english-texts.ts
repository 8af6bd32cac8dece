import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Catalogue } from '../client/src/i18n/texts.ts';

const catalogues = join(import.meta.dirname, '../client/src/i18n/en');

/** The texts of a Bengali page that the client has in English. */
export async function textsLeftInEnglish(page: Page): Promise<string[]> {
  const english = await englishTexts();
  return (await textsOn(page)).filter((text) => english.has(text));
}

/** Every English text of the client without placeholders. */
async function englishTexts(): Promise<Set<string>> {
  const files = readdirSync(catalogues, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(
    files.map((file) => import(join(catalogues, file)) as Promise<Record<string, unknown>>),
  );
  const areas = modules.flatMap((module) => Object.values(module)) as { english: Catalogue }[];
  const texts = areas.flatMap(({ english }) => Object.values(english)).filter((words) => typeof words === 'string');
  return new Set(texts.filter((text) => !text.includes('{')));
}

/** The visible and accessible texts of a page, without parts in another language or marked as not to be translated. */
export function textsOn(page: Page, attributes = ['aria-label', 'placeholder', 'title']): Promise<string[]> {
  return page.evaluate(`(() => {
    const foreign = (element) =>
      element.closest('[lang]')?.lang !== document.documentElement.lang || element.closest('[translate=no], textarea, code, style, script, noscript');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (foreign(node.parentElement)) continue;
      // React renders one text with a value in it as several nodes.
      const before = node.previousSibling instanceof Comment ? node.previousSibling.previousSibling : node.previousSibling;
      if (before?.nodeType === Node.TEXT_NODE) texts.push(texts.pop() + node.data);
      else texts.push(node.data);
    }
    for (const name of ${JSON.stringify(attributes)})
      for (const element of document.querySelectorAll('[' + name + ']'))
        if (!foreign(element)) texts.push(element.getAttribute(name));
    return texts.map((text) => text.trim()).filter(Boolean);
  })()`);
}
