import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEmail, readUserName } from './account.ts';
import cases from './cases.json' with { type: 'json' };
import { latinForm } from './clean.ts';
import { fitOf } from './fit.ts';
import { readLink } from './link.ts';
import { readNumber } from './number.ts';
import { readOrderLine } from './order-line.ts';
import { lookAlikes, readReference } from './reference.ts';
import { guessColumns, readLimits, readPrice, separatorOf } from './table.ts';

const samples = [...cases.links, ...cases.linkProblems].map(([text = '']) => text);

/** Pieces of what people paste, in any sequence. */
const pasted = fc.oneof(
  fc.constantFrom(...samples),
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...samples),
        fc.constantFrom(
          'https://',
          'http://',
          't.me/',
          'www.',
          '&amp;',
          '@',
          '.',
          '/',
          '?v=',
          ' ',
          '\n',
          '\u200d',
          '\u202e',
        ),
        fc.constantFrom('র', '১', 'ａ', '𝐚', '(', ')', '"', '…', '=', '#', '|', '%', 'পেজ', 'example.com', '\ud800'),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
);

describe('reading', () => {
  test('a link that was read changes nothing', () => {
    fc.assert(
      fc.property(pasted, (text) => {
        const read = readLink(text);
        if ('link' in read) expect(readLink(read.link)).toEqual(read);
      }),
      { numRuns: 3000 },
    );
  });

  test('invents no character', () => {
    fc.assert(
      fc.property(pasted, (text) => {
        const read = readLink(text);
        // The apps' own addresses become other ones.
        if (!('link' in read) || /[a-z.]+:(?<!https?:)/i.test(latinForm(text))) return;
        const typed = new Set([...latinForm(text), ...text, ...'https://']);
        expect([...read.link].filter((character) => !typed.has(character))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('an id, a number, an address or a name that was read changes nothing', () => {
    fc.assert(
      fc.property(pasted, fc.constantFrom('Bkash', 'Nagad', 'Rocket', 'Bank'), (text, method) => {
        const id = readReference(text, method);
        if ('reference' in id) expect(readReference(id.reference, method)).toEqual(id);
        const number = readNumber(text, 'person');
        if ('value' in number) expect(readNumber(String(number.value), 'plain')).toEqual(number);
        const mail = readEmail(text);
        if ('email' in mail) expect(readEmail(mail.email)).toEqual(mail);
        const name = readUserName(text);
        if ('userName' in name) expect(readUserName(name.userName)).toEqual(name);
      }),
      { numRuns: 3000 },
    );
    for (const [text = '', method = ''] of cases.references) {
      const read = readReference(text, method);
      if ('reference' in read) expect(readReference(read.reference, method)).toEqual(read);
    }
  });

  test('a number gives it back in every spelling', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_147_483_647 }),
        fc.constantFrom('en', 'en-IN', 'bn', 'fr', 'de-CH'),
        (value, language) => {
          const grouped = new Intl.NumberFormat(language).format(value);
          expect(readNumber(grouped, 'person')).toEqual({ value });
          expect(readNumber(String(value), 'plain')).toEqual({ value });
          expect(readNumber(`${value}.0`, 'api2')).toEqual({ value });
        },
      ),
    );
  });

  test('a line that was read is read the same again, in each order of its columns', () => {
    const links = fc.constantFrom('https://t.me/shop', '@shop', 'https://www.instagram.com/p/AbC/');
    const line = fc.record({
      serviceId: fc.integer({ min: 1, max: 99_999 }),
      link: links,
      quantity: fc.integer({ min: 1, max: 1e6 }),
    });
    fc.assert(
      fc.property(line, fc.constantFrom('|', '\t', ';', ','), (order, separator) => {
        const { serviceId, link, quantity } = order;
        const usual = readOrderLine([serviceId, link, quantity].join(separator), new Map());
        expect(usual).toMatchObject({ order, reordered: false });
        const other = readOrderLine([serviceId, quantity, link].join(separator), new Map());
        expect(other).toMatchObject({ order, reordered: true });
        const first = readOrderLine([link, quantity, `#${serviceId}`].join(separator), new Map());
        expect(first).toMatchObject({ order, reordered: true });
      }),
    );
  });
});

/** 60 kB of what a careless pattern backtracks in, until the limit of a test ends it. */
const KB_60 = 60_000;
const hostile = [
  ...[
    'a',
    ' ',
    '.',
    '/',
    ')',
    '(',
    '"',
    '@',
    '=',
    '-',
    '%',
    '…',
    '1',
    ',',
    '|',
    '\n',
    '\u200b',
    '\u200d',
    '\ud800',
    '১',
    'ক',
    'ａ',
    '𝐚',
  ],
  ...[
    'https://',
    'http://a.b/',
    'https://t.me/a ',
    'a.b/c ',
    't.me/a ',
    'https:// ',
    'tg:',
    'intent://a#Intent;',
    'scheme=https;',
  ],
  ...[
    '&amp;',
    'amp;',
    '&',
    '1,',
    '1.000 ',
    '1,000,',
    'a@',
    'a@b.',
    '<',
    'TrxID ',
    'trx',
    'ট্রান',
    'txn id ',
    'A1B2C3D4E5 ',
    'a|',
    'a,1,',
  ],
  ...['র\u200d', '\u200dর', '(https://t.me/a)', '[a](', '"\'', 'a/', '/b', '1;', '1\t', 'e+1', '5k '],
].map((piece) => piece.repeat(Math.ceil(KB_60 / piece.length)));

test.each(hostile.map((text) => [text.slice(0, 12), text] as const))('60 kB of %j are read at once', (_, text) => {
  for (const long of [text, `https://t.me/${text}`, `1 | ${text}`, `a ${text} b`]) {
    readLink(long);
    readReference(long, 'Bkash');
    readNumber(long, 'person');
    readEmail(long);
    readUserName(long);
    readOrderLine(long, new Map());
    readPrice(long);
    readLimits(long);
    separatorOf(long);
    guessColumns([long]);
  }
  expect(readLink(text.slice(0, 10_000))).toBeDefined();
});

test.each([
  ['BLU1H6X87P', 'BLUIH6X87P', true],
  ['BLO1H6X87P', 'bl01h6x87p', true],
  ['SLIBH6X87P', '51l8H6X87P', true],
  ['6790841460', '6790841466', true],
  ['754MJGYV', '754MJGY', true],
  ['754MJGYV', '7544MJGYV', true],
  ['754MJGYV', '754MJGYV', false],
  ['754mjgyv', '754MJGYV', false],
  ['754MJGYV', '754MJGVY', false],
  ['754MJGYV', '75K92M3Z', false],
  ['754MJGYV', '754MJG', false],
])('whether %s and %s look alike: %s', (one, other, isAlike) => {
  expect([lookAlikes(one, other), lookAlikes(other, one)]).toEqual([isAlike, isAlike]);
});

test.each([
  ['https://www.instagram.com/shop', 'instagram', ['profile'], true],
  ['@shop', 'instagram', ['profile'], true],
  ['@shop', 'telegram', ['channel', 'group'], true],
  ['@shop', 'instagram', ['post', 'reel'], 'other_kind'],
  ['https://www.tiktok.com/@shop', 'instagram', ['profile'], 'other_platform'],
  ['https://example.com/a', 'instagram', ['profile'], 'other_platform'],
  ['https://www.instagram.com/p/AbC', 'instagram', ['profile'], 'other_kind'],
  ['https://vt.tiktok.com/ZS1/', 'tiktok', ['video'], null],
  ['https://vt.tiktok.com/ZS1/', 'instagram', ['video'], 'other_platform'],
  ['https://example.com/a', null, null, null],
  ['https://www.instagram.com/p/AbC', 'instagram', null, true],
] as const)('%s at a service for %s and %j: %s', (text, platform, kinds, fits) => {
  const read = readLink(text);
  expect('target' in read && fitOf(read.target, { platform, kinds })).toBe(fits);
});
