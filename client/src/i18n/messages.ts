import { languages } from '#shared/languages.ts';
import { inReadersDigits } from './grouped.ts';
import { $language, i18n } from './language.ts';

type Sentences = Readonly<Record<string, string>>;

/**
 * A message of a schema or the server in the current language.
 * @param english the original message
 * @returns undefined without a translation
 */
export function inReadersWords(english: string): string | undefined {
  const language = $language.get();
  if (language === languages[0]) return english;
  const texts: Partial<Record<string, unknown>> = i18n.cache[language] ?? {};
  const sentences = { ...(texts.messages as Sentences), ...(texts.adminMessages as Sentences) };
  return sentences[english] ?? filledIn(sentences, english);
}

/** An error of the server by its code, for a message without a translation. English messages need none. */
export function errorInReadersWords(code: string): string | undefined {
  return (i18n.cache[$language.get()]?.errorsByCode as Sentences | undefined)?.[code];
}

/** Translates "At least 8 characters" with the message "At least {count} characters". */
function filledIn(sentences: Sentences, english: string): string | undefined {
  for (const [known, translated] of Object.entries(sentences)) {
    const values = known.includes('{') && patternOf(known).exec(english)?.groups;
    if (values) return translated.replaceAll(/\{(\w+)\}/g, (whole, name: string) => readable(values[name] ?? whole));
  }
  return undefined;
}

/** Numbers and amounts in the reader's digits; an address or a reason stays as it is. */
function readable(value: string): string {
  return /^[$৳]?\d[\d,.]*$/.test(value) ? inReadersDigits(value) : value;
}

function patternOf(known: string): RegExp {
  const plain = known.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`);
}
