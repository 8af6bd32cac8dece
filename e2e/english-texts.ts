import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Catalogue } from '../client/src/i18n/texts.ts';

const client = join(import.meta.dirname, '../client/src');
const catalogues = join(client, 'i18n/en');
const tablesOfPages = ['signed-in-pages.ts', 'admin-pages.ts', 'navigation/places.ts'];

let allEnglish: ReturnType<typeof englishTexts> | undefined;

/**
 * The texts of a Bengali page that the client has in English, also with values in them.
 * @param typed texts that people have typed, which are the same in all languages
 */
export async function textsLeftInEnglish(page: Page, typed: readonly string[]): Promise<string[]> {
  const { whole, patterns } = await (allEnglish ??= englishTexts());
  const isEnglish = (text: string) => whole.has(text) || patterns.some((pattern) => pattern.test(text));
  return (await textsOn(page)).filter((text) => isEnglish(text) && !typed.some((each) => each.includes(text)));
}

/** Every English text of the client: those without placeholders, and a pattern for each with them. */
async function englishTexts() {
  const files = readdirSync(catalogues, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const modules = await Promise.all(
    files.map((file) => import(join(catalogues, file)) as Promise<Record<string, unknown>>),
  );
  const areas = modules.flatMap((module) => Object.values(module)) as { english: Catalogue }[];
  const texts = areas
    .flatMap(({ english }) => Object.values(english))
    .flatMap((words) => (typeof words === 'string' ? words : Object.values(words)));
  const [filled, whole] = partition(texts, (text) => text.includes('{'));
  const tables = tablesOfPages.map((file) => readFileSync(join(client, 'app', file), 'utf8')).join('');
  const names = [...tables.matchAll(/\ben: '([^']+)'/g)].map(([, name = '']) => name);
  return { whole: new Set([...whole, ...names]), patterns: filled.flatMap(patternOf) };
}

/** Undefined for a text that has no words apart from its values. */
function patternOf(text: string): RegExp[] {
  if (!/[a-z]{2}/i.test(text.replaceAll(/\{\w+\}/g, ''))) return [];
  const plain = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return [new RegExp(`^${plain.replaceAll(/\{\w+\}/g, '.+')}$`)];
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
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
