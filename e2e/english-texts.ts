import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Catalogue } from '../client/src/i18n/texts.ts';

const catalogues = join(import.meta.dirname, '../client/src/i18n/en');

/** Every English text of the client without placeholders. */
export async function englishTexts(): Promise<Set<string>> {
  const names = readdirSync(catalogues).filter((name) => name.endsWith('.ts'));
  const files = names.map((name) => join(catalogues, name));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<Record<string, unknown>>));
  const areas = modules.flatMap((module) => Object.values(module)) as { english: Catalogue }[];
  const texts = areas.flatMap(({ english }) => Object.values(english)).filter((words) => typeof words === 'string');
  return new Set(texts.filter((text) => !text.includes('{')));
}

/** The visible and accessible texts of a page, without parts in another language. */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const foreign = (element) => element.closest('[lang]')?.lang !== document.documentElement.lang;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (!foreign(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
    for (const name of ['aria-label', 'placeholder', 'title'])
      for (const element of document.querySelectorAll('[' + name + ']'))
        if (!foreign(element)) texts.push(element.getAttribute(name));
    return texts.map((text) => text.trim()).filter(Boolean);
  })()`);
}
