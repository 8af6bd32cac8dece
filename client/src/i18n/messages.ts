import { languages } from '#shared/languages.ts';
import { $language, i18n } from './language.ts';

type Sentences = Readonly<Record<string, string>>;

/**
 * A schema's or the server's sentence in the reader's language.
 * @param english as the schema or the server has it
 * @returns undefined where nobody has translated it
 */
export function inReadersWords(english: string): string | undefined {
  const language = $language.get();
  if (language === languages[0]) return english;
  const sentences = i18n.cache[language]?.messages as Sentences | undefined;
  return sentences && (sentences[english] ?? filledIn(sentences, english));
}

/** "At least 8 characters" for a sentence that is known as "At least {count} characters". */
function filledIn(sentences: Sentences, english: string): string | undefined {
  for (const [known, translated] of Object.entries(sentences)) {
    const values = known.includes('{') && patternOf(known).exec(english)?.groups;
    if (values) return translated.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  }
  return undefined;
}

function patternOf(known: string): RegExp {
  const plain = known.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`);
}
