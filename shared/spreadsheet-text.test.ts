import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defuseFormula, readDefused } from './spreadsheet-text.ts';

test.each([
  '=1+1',
  '+88',
  '-1',
  '@shop',
  '\t=1',
  '\tx',
  '\rx',
  ' =1',
  '\u200b@x',
  '\ufeff=1',
  '＝1',
  '－1',
  '＠a',
  '\n=1+1',
  '\u200F=1+1',
  '\u202E=1+1',
  '\u00A0-1',
  "'=1",
  "''@x",
  "' =1",
])('%j is written with an apostrophe', (text) => {
  expect(defuseFormula(text)).toBe(`'${text}`);
});

test.each(['Likes', "'Likes'", '', "'", '1-2', 'a=b', ' x', "'"])('%j is written unchanged', (text) => {
  expect(defuseFormula(text)).toBe(text);
});

test('every written text is read back unchanged', () => {
  const mark = fc.constantFrom("'", '=', '+', '-', '@', ' ', '\t', '\r', '\n', '\u200b', '\u202e', '＠', 'a', '1');
  const text = fc.oneof(fc.string({ unit: mark, maxLength: 6 }), fc.string({ unit: 'binary' }));
  fc.assert(fc.property(text, (written) => readDefused(defuseFormula(written)) === written));
});
