import { expect, it } from 'vitest';
import { refusalIn } from '#server/base/errors.ts';
import { UnreadableAnswer } from '../errors.ts';
import { parseWholeNumber } from './types.ts';

it.each(['0', '-1', '9007199254740991'])('%s is parsed', (text) => {
  expect(String(parseWholeNumber(text))).toBe(text);
});

it.each(['9223372036854775807', '1.5', '2.0', 'NaN', '-Infinity'])(
  '%s is a number that a statement must not return',
  (text) => {
    expect(() => parseWholeNumber(text)).toThrow(RangeError);
  },
);

it.each(['f', '126-11-24 22:', '', '0x1', '1e3', ' 1'])('"%s" comes from a stream with a gap, and is busy', (text) => {
  const thrown = (() => {
    try {
      return parseWholeNumber(text);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(UnreadableAnswer);
  expect(refusalIn(thrown)).toMatchObject({ code: 'busy' });
});
