import { type Language, languages } from '#shared/languages.ts';
import { i18n, setLanguage } from './language.ts';

/** Texts by area; messages of schemas and of the server under `messages`, and its errors under `errorsByCode`. */
type Translations = Record<string, object>;

/** Loads texts that only some screens need, in each language but English. */
export type TextSet = Partial<Record<Language, () => Promise<Translations>>>;

/** English texts are part of the code. */
const textsOf: TextSet = {
  async bn() {
    const [texts, { messages, errorsByMessage, errorsByCode }] = await Promise.all([
      import('./bn.ts').then((bn) => ({ ...bn })),
      import('./bn/messages.ts'),
    ]);
    return { ...texts, messages: { ...messages, ...errorsByMessage }, errorsByCode };
  },
};

let requested: Language = languages[0];
const neededSets = new Set<TextSet>();

const adminTexts: TextSet = {
  bn: () => import('./bn-admin.ts'),
};

/**
 * Switches all texts to a language once they are loaded. The latest of several calls wins.
 * @throws the browser's error if the texts can't be loaded; the language stays the same then
 */
export async function switchTo(language: Language): Promise<void> {
  requested = language;
  const loads = [textsOf[language], ...[...neededSets].map((set) => set[language])];
  const loaded = await Promise.all(loads.map(async (load) => load?.()));
  for (const texts of loaded) if (texts) addTexts(language, texts);
  if (requested === language) setLanguage(language);
}

/**
 * Loads the code of a screen together with a further set of texts, in the chosen language and in each that is chosen later.
 * @throws the browser's error if one of them can't be loaded
 */
export async function withTexts<Module>(set: TextSet, code: Promise<Module>): Promise<Module> {
  neededSets.add(set);
  const language = requested;
  const [module, texts] = await Promise.all([code, set[language]?.()]);
  if (texts) addTexts(language, texts);
  return module;
}

/** The same for a screen of admins. */
export function withAdminTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(adminTexts, code);
}

function addTexts(language: Language, texts: Translations): void {
  i18n.cache[language] = { ...i18n.cache[language], ...texts } as (typeof i18n.cache)[Language];
}

/** Waits for the texts of the chosen language, for output that does not update later. */
export async function textsOfReader(): Promise<void> {
  await switchTo(requested).catch(() => undefined);
}
