import type { Page } from 'playwright-core';
import type { scriptClient } from './accounts.ts';
import { textsOn } from './english-texts.ts';

/**
 * Colours; numbers of records and of phones; USSD codes; links and user names; email and IP addresses and blocks; versions of the API; codes of letters and digits; time
 * zones, which are typed.
 */
const COPIED =
  /#[\da-f]{6}\b|#\d+|(অর্ডার|রিচার্জ|টিকিট|অনুরোধ) \d+|\+?\d{10,}|\*\d+#|https?:\S+|@[\w.]+|\S+@\S+|\b\d+\.\d+\.\d+\.(\d+|x)(\/\d+)?|\bAPI v\d\b|\b[A-Z]+\d\w*|\b\d+[A-Z]\w*|GMT[+-][\d:]+/g;

/** The texts of a Bengali page with a Latin digit, "AM" or "PM", without those that are typed, copied or the shop's own. */
export async function latinNumbers(page: Page, own: readonly string[]): Promise<string[]> {
  // A placeholder shows what to type.
  const texts = await textsOn(page, ['aria-label', 'title']);
  const withoutOwn = (text: string) => own.reduce((rest, each) => rest.replaceAll(each, ''), text);
  return texts.filter((text) => /[0-9]|\b[AP]M\b/i.test(withoutOwn(text).replaceAll(COPIED, '')));
}

/** The names and descriptions of the shop's services and their parts, longest first, because one may contain another. */
export async function textsOfShop(client: ReturnType<typeof scriptClient>): Promise<string[]> {
  const { items } = await client.services.list.query({ limit: 100 });
  const texts = items.flatMap(({ name, description }) => [
    name,
    ...name.split(', '),
    description,
    ...description.split(/[.।]\s*/),
  ]);
  return texts.filter(Boolean).toSorted((a, b) => b.length - a.length);
}
