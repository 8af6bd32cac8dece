import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { sentencesOf } from '#server/testing/input-schemas.ts';
import { listProcedures } from '#server/testing/inventory.ts';
import { blockedMessage, errorMessages, tooManyMessagesMessage, tooManyRequestsMessage } from '#shared/errors.ts';
import { type EvidenceReason, evidenceReasons, reasonInWords } from '#shared/evidence.ts';
import { languages } from '#shared/languages.ts';
import type { Catalogue } from '../client/src/i18n/texts.ts';

/** The client's texts in all languages: none is missing, unused, or left in English. */
const root = join(import.meta.dirname, '..');
const sources = globSync('{client/src,shared,server}/**/*.{ts,tsx}', { cwd: root })
  .filter(isCode)
  .toSorted()
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
const screens = sources.filter(([path]) => path.startsWith('client/src/') && !path.startsWith('client/src/i18n/'));
const areas = await readAreas();
const translations = await Promise.all(languages.slice(1).map(readTranslation));

/** Areas whose keys are values, such as a status. */
const lookedUp = [
  'adminServiceShelves',
  'adminServiceSorts',
  'attention',
  'auditActions',
  'auditBulks',
  'auditDecisions',
  'auditFields',
  'auditSubjects',
  'auditValues',
  'setAsideKinds',
  'evidenceStates',
  'directions',
  'drops',
  'jobDecisions',
  'adminRequestKinds',
  'adminEntries',
  'adminOrderStatus',
  'callFailures',
  'callOutcomes',
  'categories',
  'changeKinds',
  'entries',
  'errors',
  'factNames',
  'forwardFlags',
  'leftOut',
  'linkFitWords',
  'linkKinds',
  'deliveryErrors',
  'historySorts',
  'importCounts',
  'importColumns',
  'importKinds',
  'keyScopeAreas',
  'keyScopes',
  'orderStatus',
  'factQualities',
  'proposalChanges',
  'qualities',
  'rechargeFilters',
  'rechargePhases',
  'rechargeStatus',
  'refusalEffects',
  'refusalMeanings',
  'requestKinds',
  'roles',
  'settingHints',
  'settingLabels',
  'serviceTypes',
  'settingSections',
  'sorts',
  'sourcePauses',
  'statusMeanings',
  'supplierActions',
  'supplierEntries',
  'supplierFields',
  'supplierStops',
  'ticketStatus',
  'unreadableLines',
  'webhookEvents',
];
/** Files that are deliberately English, in whole or in part. */
const inEnglish = [
  // The steps can be read in each language.
  /^client\/src\/features\/balance\/payment-steps\.tsx$/,
];

/** The formats themselves, and files with amounts that are copied or typed elsewhere. */
const inLatinDigits = [
  'client/src/lib/amount-to-add.ts',
  'client/src/lib/format.ts',
  'client/src/lib/money.ts',
  'client/src/features/balance/payment-figures.tsx',
  // Steps in their own language.
  'client/src/features/balance/payment-steps.tsx',
];

const translated = screens.filter(([path]) => !inEnglish.some((exempt) => exempt.test(path)));

describe.each(translations)('in $language', ({ script, texts }) => {
  test('each area is translated, and no other', () => {
    expect(Object.keys(texts).toSorted()).toEqual(Object.keys(areas).toSorted());
  });

  describe.each(Object.keys(areas))('the texts of %s', (area) => {
    const { english } = areas[area] as Area;
    const inLanguage = texts[area] ?? {};

    test('are complete, with the same placeholders', () => {
      const namesIn = (catalogue: Catalogue) =>
        Object.fromEntries(Object.entries(catalogue).map(([key, words]) => [key, namesOf(words)]));
      expect(namesIn(inLanguage)).toEqual(namesIn(english));
    });

    test('are in its script', () => {
      const foreign = Object.entries(inLanguage).filter(
        ([, words]) => !formsOf(words).every((form) => script.test(form)),
      );
      expect(foreign).toEqual([]);
    });
  });
});

test.each(Object.keys(areas).filter((area) => !lookedUp.includes(area)))('the texts of %s are all used', (area) => {
  const { english, store } = areas[area] as Area;
  const users = screens.filter(([, code]) => new RegExp(`\\b${store}\\b`).test(code)).map(([, code]) => code);
  expect(Object.keys(english).filter((key) => !users.some((code) => isUsed(code, key)))).toEqual([]);
});

describe.each(translations)('messages of schemas and errors in $language', ({ script, messages, errorsByCode }) => {
  const waits = [1, 2, 600].flatMap((seconds) => [tooManyRequestsMessage(seconds), tooManyMessagesMessage(seconds)]);
  const spoken = new Set([
    ...listProcedures().flatMap(({ input }) => (input ? sentencesOf(input) : [])),
    ...waits,
    blockedMessage('Too many chargebacks'),
    ...(Object.keys(evidenceReasons) as EvidenceReason[]).map((reason) => reasonInWords(reason, ['1', '2']) ?? ''),
  ]);
  const refusals = new Set<string>(Object.values(errorMessages));

  test('are translated', () => {
    const patterns = Object.keys(messages).map(patternOf);
    const unknown = [...spoken, ...spokenByForms()].filter(
      (sentence) => !refusals.has(sentence) && !patterns.some((pattern) => pattern.test(sentence)),
    );
    expect(spoken.size).toBeGreaterThan(50);
    expect(unknown).toEqual([]);
  });

  test('are in its script, with the same placeholders', () => {
    const wrong = Object.entries(messages).filter(
      ([english, words]) => !script.test(words) || String(namesOf(english)) !== String(namesOf(words)),
    );
    expect(wrong).toEqual([]);
    expect(Object.entries(errorsByCode).filter(([, words]) => !script.test(words))).toEqual([]);
  });

  test('have no unused translation', () => {
    const code = sources.filter(([path]) => !path.startsWith('client/src/i18n/')).map(([, text]) => text);
    const isUnused = (sentence: string) =>
      ![...spoken].some((each) => patternOf(sentence).test(each)) &&
      !sentence.split(/\{\w+\}/).every((part) => code.some((text) => text.includes(part)));
    expect(Object.keys(messages).filter(isUnused)).toEqual([]);
  });
});

test('a text that refers to the support is next to its contact links', () => {
  const sends = (words: Catalogue[string]) =>
    formsOf(words).some((form) => /contact (the )?support|সাপোর্টে যোগাযোগ/i.test(form));
  const alone: string[] = [];
  let found = 0;
  for (const [area, { english, store }] of Object.entries(areas)) {
    // A few tested components display the errors.
    if (area === 'errors') continue;
    const inAny = (key: string) =>
      [english, ...translations.map(({ texts }) => texts[area] ?? {})].map((all) => all[key] ?? '');
    for (const key of Object.keys(english).filter((each) => inAny(each).some(sends))) {
      found++;
      const users = screens.filter(([, code]) => new RegExp(`\\b${store}\\b`).test(code) && isUsed(code, key));
      alone.push(...users.filter(([, code]) => !code.includes('<ContactUs')).map(([path]) => `${path}: ${key}`));
    }
  }
  expect(found).toBeGreaterThan(0);
  expect(alone).toEqual([]);
});

test('no screen contains its own texts', () => {
  expect(translated.length).toBeGreaterThan(100);
  expect(translated.flatMap(([path, code]) => wordsIn(path, code))).toEqual([]);
});

test('screens format numbers and money in the digits of the language', () => {
  const bypass = /\bformat\w+\b[^;]*from '#shared\/money(-sum)?\.ts'|\.toFixed\(|\.toLocale|Intl\.NumberFormat/;
  const found = screens.filter(([path, code]) => !inLatinDigits.includes(path) && bypass.test(code));
  expect(found.map(([path]) => path)).toEqual([]);
});

interface Area {
  english: Catalogue;
  /** The name under which screens import it. */
  store: string;
}

/** A language's texts by area, its messages by the English ones, and its script. */
async function readTranslation(language: string) {
  const read = (file: string) => import(join(root, 'client/src/i18n', file)) as Promise<Record<string, unknown>>;
  const [
    texts,
    { adminMessages, ...adminTexts },
    factTexts,
    integrationTexts,
    rechargeTexts,
    supplierTexts,
    pageTexts,
    { messages, errorsByCode },
  ] = await Promise.all([
    read(`${language}.ts`),
    read(`${language}-admin.ts`),
    read(`${language}/facts.ts`),
    read(`${language}-integrations.ts`),
    read(`${language}/recharge-progress.ts`),
    read(`${language}-suppliers.ts`),
    read(`${language}-categories.ts`),
    read(`${language}/messages.ts`),
  ]);
  return {
    language,
    texts: {
      ...texts,
      ...adminTexts,
      ...factTexts,
      ...integrationTexts,
      ...rechargeTexts,
      ...supplierTexts,
      ...pageTexts,
    } as Record<string, Catalogue>,
    messages: { ...(messages as object), ...(adminMessages as object) } as Record<string, string>,
    errorsByCode: errorsByCode as Record<string, string>,
    script: new RegExp(`\\p{Script=${new Intl.Locale(language).maximize().script}}`, 'u'),
  };
}

async function readAreas(): Promise<Record<string, Area>> {
  const files = sources.map(([path]) => path).filter((path) => path.startsWith('client/src/i18n/en/'));
  const modules = await Promise.all(files.map((path) => import(join(root, path)) as Promise<Record<string, unknown>>));
  const stores = modules.flatMap((module) => Object.entries(module)) as [string, { english: Catalogue }][];
  return Object.fromEntries(stores.map(([store, { english }]) => [areaOf(store), { english, store }]));
}

/** The area in `texts('orders', …)` of an exported name. */
function areaOf(store: string): string {
  const files = sources.filter(([path]) => path.startsWith('client/src/i18n/en/')).map(([, code]) => code);
  const [, area = ''] = new RegExp(`\\b${store} = texts\\('(\\w+)'`).exec(files.join('\n')) ?? [];
  return area;
}

function formsOf(words: Catalogue[string]): string[] {
  return typeof words === 'string' ? [words] : Object.values(words);
}

/** The placeholders, each once. A count may be missing if the words express it. */
function namesOf(words: Catalogue[string]): string[] {
  const names = formsOf(words).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const shown = typeof words === 'string' ? names : names.filter((name) => name !== 'count');
  return [...new Set(shown)].toSorted();
}

/** What a declared list displays of its texts. */
const listWords = ['heading', 'headingText', 'none', 'noneText', 'search', 'searchHint'];

/** `t.key`, or the key as a string for a lookup. */
const queueWords = ['tab', 'search', 'searchHint', 'none'];

function isUsed(code: string, key: string): boolean {
  if (listWords.includes(key) && /\bdeclareList</.test(code)) return true;
  // A review queue takes these from all texts of its area; its type demands them.
  if (queueWords.includes(key) && /\bQueueWords</.test(code) && code.includes('...t,')) return true;
  return new RegExp(`\\.${key}\\b|'${key}'|\\{[^{}]*\\b${key}\\b[^{}]*\\} = (useStore|\\w+\\.get\\(\\))`).test(code);
}

function patternOf(sentence: string): RegExp {
  const plain = sentence.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replaceAll(/\{\w+\}/g, '.+')}$`);
}

/** Messages of the client's own form schemas. */
function spokenByForms(): string[] {
  const forms = translated.filter(([, code]) => /from 'zod'|typed-numbers/.test(code)).map(([, code]) => code);
  return forms.flatMap((code) => [...code.matchAll(/'([A-Z][a-z]+ [^'\n]*)'/g)].map(([, sentence = '']) => sentence));
}

function isCode(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path);
}

/** Attributes, fields and calls with displayed texts. */
const read = new Set([
  'label',
  'title',
  'text',
  'hint',
  'placeholder',
  'aria-label',
  'alt',
  'caption',
  'header',
  'loadingText',
  'emptyText',
  'confirmLabel',
  'cancelLabel',
  'submitLabel',
  'pendingLabel',
]);
const told = new Set(['showError', 'showMessage', 'showSuccess', 'usePageMeta']);

type Node = { type: string } & Record<string, unknown>;

/** Each displayed text in the code of a screen, as `path: text`. */
function wordsIn(path: string, code: string): string[] {
  const found: string[] = [];
  const note = (value: unknown, looksLike: RegExp) => {
    if (typeof value === 'string' && looksLike.test(value)) found.push(`${path}: ${value.trim()}`);
  };
  const literal = (node: unknown) => (node as Node | null)?.value;
  const visit = (node: Node) => {
    if (node.type === 'JSXText') note(node.value, /[A-Za-z]{2}/);
    if (node.type === 'JSXAttribute' && read.has((node.name as { name: string }).name))
      note(literal(node.value), /[A-Za-z]{2}/);
    if (node.type === 'Property' && read.has((node.key as { name: string }).name))
      note(literal(node.value), /^[A-Z]|\s/);
    if (node.type === 'CallExpression' && told.has((node.callee as { name: string }).name))
      for (const argument of node.arguments as Node[]) note(literal(argument), /[A-Za-z]{2}/);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync(path, code).program as unknown as Node);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
