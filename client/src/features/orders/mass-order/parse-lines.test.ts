import { expect, test } from 'vitest';
import type { ServiceType } from '#shared/service-types.ts';
import { areTooMany, type LineOrder, parseLines, quantityOfLine, withoutLines, withService } from './parse-lines.ts';

const unknown = new Map<number, ServiceType>();
const typed = new Map<number, ServiceType>([
  [1, 'default'],
  [2, 'custom_comments'],
  [3, 'package'],
  [4, 'custom_comments_package'],
]);

test('each line is parsed with its number in the box, without empty ones', () => {
  expect(parseLines('7 | @shop | 100\n\n  8|https://example.com/a|1,500  \n', unknown)).toEqual([
    { number: 1, text: '7 | @shop | 100', serviceId: 7, order: { serviceId: 7, link: '@shop', quantity: 100 } },
    {
      number: 3,
      text: '8|https://example.com/a|1,500',
      serviceId: 8,
      order: { serviceId: 8, link: 'https://example.com/a', quantity: 1500 },
    },
  ]);
});

test.each<[string, Partial<LineOrder>, number | undefined]>([
  ['#7 | @shop | 1 500', { link: '@shop', quantity: 1500 }, 1500],
  ['7|@shop|1\u202f500', { link: '@shop', quantity: 1500 }, 1500],
  ['৭ | @shop | ১ ৫০০', { link: '@shop', quantity: 1500 }, 1500],
  ['# 7 | @shop | 1,500', { link: '@shop', quantity: 1500 }, 1500],
  ['৭ | https://example.com/a|b | ১০০', { link: 'https://example.com/a|b', quantity: 100 }, 100],
  ['1 | https://example.com/a|b | 100', { link: 'https://example.com/a|b', quantity: 100 }, 100],
  // Of an unknown type: as it looks.
  ['7 | @shop', { link: '@shop' }, undefined],
  ['7 | @shop | Nice! | 10 of 10', { link: '@shop', comments: ['Nice!', '10 of 10'] }, 2],
  ['7 | @shop | Nice! | 10', { link: '@shop', comments: ['Nice!', '10'] }, 2],
  ['7 | fb.com/a | 9 | 10', { link: 'fb.com/a', comments: ['9', '10'] }, 2],
  ['2 | @shop | Nice!', { link: '@shop', comments: ['Nice!'] }, 1],
  ['2 | @shop | 100', { link: '@shop', comments: ['100'] }, 1],
  ['2 | @shop | a ||  b | 3 |', { link: '@shop', comments: ['a', 'b', '3'] }, 3],
  ['2 | @shop | a\u2028b\u0085 | c', { link: '@shop', comments: ['a', 'b', 'c'] }, 3],
  ['3 | @shop', { link: '@shop' }, 1],
  ['3 | https://example.com/a|b', { link: 'https://example.com/a|b' }, 1],
  ['3 | @shop | 1', { link: '@shop', quantity: 1 }, 1],
  ['4 | @shop | a | b', { link: '@shop', comments: ['a', 'b'] }, 1],
])('%j is parsed by the type of its service', (line, order, quantity) => {
  const [parsed] = parseLines(line, typed);
  expect(parsed?.order).toEqual({ serviceId: parsed?.serviceId, ...order });
  expect(parsed?.order && quantityOfLine(parsed.order, typed)).toBe(quantity);
});

test.each([
  'hello',
  '7',
  '7, @shop, 100',
  'seven | @shop | 100',
  '| |',
  '1 | @shop',
  '1 | @shop | many',
  '2 | @shop',
  '2 | @shop |',
  '4 | @shop | |',
])('%j does not have the form of its type', (line) => {
  expect(parseLines(line, typed)).toMatchObject([{ number: 1, text: line, order: null }]);
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
