import { expect, test } from 'vitest';
import { areTooMany, parseLines, withoutLines, withService } from './parse-lines.ts';

test('each line is parsed with its number in the box, without empty ones', () => {
  expect(parseLines('7 | @shop | 100\n\n  8|https://example.com/a|1,500  \n')).toEqual([
    { number: 1, text: '7 | @shop | 100', order: { serviceId: 7, link: '@shop', quantity: 100 } },
    {
      number: 3,
      text: '8|https://example.com/a|1,500',
      order: { serviceId: 8, link: 'https://example.com/a', quantity: 1500 },
    },
  ]);
});

test('Bengali digits are accepted, and a link may contain the separator', () => {
  expect(parseLines('৭ | https://example.com/a|b | ১০০')[0]?.order).toEqual({
    serviceId: 7,
    link: 'https://example.com/a|b',
    quantity: 100,
  });
});

test.each(['#7 | @shop | 1 500', '7|@shop|1\u202f500', '৭ | @shop | ১ ৫০০', '# 7 | @shop | 1,500'])(
  '%j is an order of fifteen hundred of service 7',
  (line) => {
    expect(parseLines(line)[0]?.order).toEqual({ serviceId: 7, link: '@shop', quantity: 1500 });
  },
);

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
  const { text: written, caret } = withService(text.replace('¦', ''), text.indexOf('¦'), { id: 34, min: 50 });
  expect(`${written.slice(0, caret)}¦${written.slice(caret)}`).toBe(expected);
});

test.each(['hello', '7 | @shop', '7, @shop, 100', 'seven | @shop | 100', '7 | @shop | many', '| |'])(
  '%j is not of the form',
  (line) => {
    expect(parseLines(line)).toEqual([{ number: 1, text: line, order: null }]);
  },
);

test('placed lines leave the box, the others stay as typed', () => {
  expect(withoutLines('a\nb\n\n c', new Set([2]))).toBe('a\n\n c');
  expect(withoutLines('a\nb\n', new Set([1, 2]))).toBe('');
});

test('up to 500 lines can be sent together', () => {
  expect(areTooMany(Array.from({ length: 500 }))).toBe(false);
  expect(areTooMany(Array.from({ length: 501 }))).toBe(true);
});
