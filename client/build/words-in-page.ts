import type { Plugin } from 'vite';
import { type Language, languages, wordsWithoutCode } from '#shared/languages.ts';

/** Fills in the words that index.html shows before or without any script: in each language, of which a style picks one. */
export function wordsInPage(): Plugin {
  const inAll = (write: (language: Language) => string, separator = '') => languages.map(write).join(separator);
  const span = (words: 'loading' | 'needsScript') =>
    inAll((language) => `<span lang="${language}">${wordsWithoutCode[language][words]}</span>`, ' ');
  const fillings: Record<string, string> = {
    '<!-- loading -->': span('loading'),
    '<!-- needs-script -->': span('needsScript'),
    'html:lang(en) .boot-word [lang=en]': inAll(
      (language) => `html:lang(${language}) .boot-word [lang=${language}]`,
      ', ',
    ),
  };
  return {
    name: 'words-in-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => Object.entries(fillings).reduce((all, [place, words]) => all.replace(place, words), html),
    },
  };
}
