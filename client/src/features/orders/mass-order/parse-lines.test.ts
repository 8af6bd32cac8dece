import { expect, test } from 'vitest';
import type { ServiceType } from '#shared/service-types.ts';
import {
  areTooMany,
  parseLines,
  plainLine,
  quantityOfLine,
  withLine,
  withoutLines,
  withService,
} from './parse-lines.ts';

const unknown = new Map<number, ServiceType>();
const typed = new Map<number, ServiceType>([
  [1, 'default'],
  [2, 'custom_comments'],
  [3, 'package'],
  [4, 'custom_comments_package'],
]);

test('each line is read with its number in the box, without empty ones', () => {
  expect(parseLines('7 | @shop | 100\n\n  8|https://example.com/a|1,500  \n', unknown)).toMatchObject([
    { number: 1, text: '7 | @shop | 100', serviceId: 7, order: { serviceId: 7, link: '@shop', quantity: 100 } },
    {
      number: 3,
      text: '8|https://example.com/a|1,500',
      serviceId: 8,
      order: { serviceId: 8, link: 'https://example.com/a', quantity: 1500 },
    },
  ]);
});

test.each<[string, number | undefined]>([
  ['1 | @shop | 1,500', 1500],
  ['2 | @shop | Nice! | Wow', 2],
  ['3 | @shop', 1],
  ['4 | @shop | a | b', 1],
  // Of an unknown type.
  ['7 | @shop', undefined],
  ['7 | @shop | Nice! | 10', 2],
])('the quantity of %j is %s', (line, quantity) => {
  const [order] = parseLines(line, typed).flatMap(({ order: read }) => read ?? []);
  expect(order && quantityOfLine(order, typed)).toBe(quantity);
});

test.each([
  '1 | @shop | 1.000',
  '1,https://example.com/a,1,500',
  'https://t.me/shopbd | 1 | 3',
  '2 | @shop | Nice / Great / Wow',
  '2\t@shop\t3\tNice/Great/Wow',
])('each reading of %j is written as a line that has only that one', (line) => {
  const [{ order, choices = [] } = {}] = parseLines(line, typed);
  expect(order).toBeNull();
  expect(choices.length).toBeGreaterThan(1);
  expect(choices.map((choice) => parseLines(plainLine(choice), typed)[0])).toMatchObject(
    choices.map((choice) => ({ order: choice, reordered: false })),
  );
});

test('a line is replaced by its reading, but an edited line stays', () => {
  const [, line] = parseLines('a\n 1 | @shop | 1.000\nb', typed);
  expect(line && withLine('a\n 1 | @shop | 1.000\nb', line, 'c')).toBe('a\nc\nb');
  expect(line && withLine('a\n1 | @shop | 1.0000\nb', line, 'c')).toBe('a\n1 | @shop | 1.0000\nb');
});

const picked = { id: 34, min: 50, type: 'default' } as const;

test.each([
  // In `text` the sign ¦ marks the caret.
  ['¦', '34 | ¦ | 50'],
  ['7 |¦', '34 | ¦ | 50'],
  ['7 | @a | 100\n¦', '7 | @a | 100\n34 | ¦ | 50'],
  ['7 | @a | 100¦', '7 | @a | 100\n34 | ¦ | 50'],
  ['7 | @a | 100¦\n8 | @b | 100', '7 | @a | 100\n34 | ¦ | 50\n8 | @b | 100'],
  ['7¦ | @a | 100\n8 | @b | 100', '34 | @a | 100¦\n8 | @b | 100'],
  ['#7 | @a¦', '34 | @a¦'],
  ['@a¦ | 100', '34 | @a | 100¦'],
  ['https://example.com/a¦', '34 | https://example.com/a¦'],
  ['7\t@a\t100¦', '7\t@a\t100\n34 | ¦ | 50'],
  ['7 | @a | 1.000¦', '7 | @a | 1.000\n34 | ¦ | 50'],
])('a service picked at %j results in %j', (text, expected) => {
  const { text: written, caret } = withService(text.replace('¦', ''), text.indexOf('¦'), picked, unknown);
  expect(`${written.slice(0, caret)}¦${written.slice(caret)}`).toBe(expected);
});

test.each<[string, ServiceType, string]>([
  ['¦', 'package', '34 | ¦'],
  ['¦', 'custom_comments', '34 | ¦'],
  ['3 | @a¦', 'default', '3 | @a\n34 | ¦ | 50'],
  ['2 | @a | Nice!¦', 'package', '2 | @a | Nice!\n34 | ¦'],
  ['2 | @a¦', 'package', '34 | @a¦'],
])('at %j a service of the type %s results in %j', (text, type, expected) => {
  const { text: written, caret } = withService(
    text.replace('¦', ''),
    text.indexOf('¦'),
    { id: 34, min: 50, type },
    typed,
  );
  expect(`${written.slice(0, caret)}¦${written.slice(caret)}`).toBe(expected);
});

test('placed lines leave the box, the others stay as typed', () => {
  expect(withoutLines('a\nb\n\n c', new Set([2]))).toBe('a\n\n c');
  expect(withoutLines('a\nb\n', new Set([1, 2]))).toBe('');
});

test('up to 500 lines can be sent together', () => {
  expect(areTooMany(Array.from({ length: 500 }))).toBe(false);
  expect(areTooMany(Array.from({ length: 501 }))).toBe(true);
});
