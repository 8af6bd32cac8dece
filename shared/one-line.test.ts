import { expect, test } from 'vitest';
import { isOneLine } from './one-line.ts';

test.each(['Karim Mia', "O'Neill-Ünal", 'রহিম উদ্দিন', 'র\u200d্য', '李小龍', 'a "quoted" <name>', ''])(
  '%j is one line',
  (text) => {
    expect(isOneLine(text)).toBe(true);
  },
);

test.each([
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['a tab', '\t'],
  ['NUL', '\0'],
  ['escape', '\u001b'],
  ['next line', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['half a character', '\ud800'],
  ['a right-to-left override', '\u202e'],
  ['a right-to-left mark', '\u200f'],
  ['a bidirectional isolate', '\u2066'],
])('a text with %s is not', (_what, character) => {
  expect(isOneLine(`Karim${character}https://evil.example`)).toBe(false);
});
