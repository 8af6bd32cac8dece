import { describe, expect, it } from 'vitest';
import {
  brokenComment,
  commentsInput,
  commentsTooLong,
  linesOf,
  MAX_COMMENTS,
  MAX_COMMENTS_BYTES,
  tooManyComments,
} from './comments.ts';

const notComments = 'Comments must be a text with one a line, or a list of texts';
const control = 'A comment has a control character';
const many = (count: number, text: string) => Array.from({ length: count }, () => text);

describe('comments', () => {
  it.each<[name: string, typed: unknown, expected: string[]]>([
    ['a text, with the line breaks of every system', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
    ['separators that others count as line breaks', 'a\u2028b\u2029c\u0085d', ['a', 'b', 'c', 'd']],
    ['a list', ['a', 'b'], ['a', 'b']],
    ['empty lines and spaces around', '\n  a \n \t\n b\u00a0\n', ['a', 'b']],
    ['tabs of a spreadsheet', 'a\tb', ['a b']],
    ['both scripts and emoji of several code points', ['ভালো', '👩‍👩‍👧'], ['ভালো', '👩‍👩‍👧']],
    ['nothing', '', []],
    ['an empty list', [], []],
    ['as many as there may be', many(MAX_COMMENTS, 'x'), many(MAX_COMMENTS, 'x')],
    [
      'as much as there may be, with line breaks of two characters',
      many(3, 'x'.repeat(16_383)).join('\r\n'),
      many(3, 'x'.repeat(16_383)),
    ],
    ['as long as they may be', 'x'.repeat(MAX_COMMENTS_BYTES), ['x'.repeat(MAX_COMMENTS_BYTES)]],
  ])('are read from %s', (_, typed, expected) => {
    expect(commentsInput.parse(typed)).toEqual(expected);
  });

  it.each<[name: string, typed: unknown, message: string]>([
    ['a number', 5, notComments],
    ['null', null, notComments],
    ['an object', { length: 1, 0: 'a' }, notComments],
    ['a list with a number', ['a', 5], notComments],
    ['a list in a list', [['a']], notComments],
    ['a thousand and one', many(MAX_COMMENTS + 1, 'x'), tooManyComments],
    ['a thousand and one lines', many(MAX_COMMENTS + 1, 'x').join('\n'), tooManyComments],
    ...['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'].flatMap((lineBreak): [string, string[], string][] => [
      [`${JSON.stringify(lineBreak)} within an element`, ['x', `a${lineBreak}b`], brokenComment],
      [`${JSON.stringify(lineBreak)} at the end of an element`, [`a${lineBreak}`], brokenComment],
    ]),
    ['one character too many', 'x'.repeat(MAX_COMMENTS_BYTES + 1), commentsTooLong],
    ['one byte too many in another script', `${'ক'.repeat(MAX_COMMENTS_BYTES / 3)}x`, commentsTooLong],
    ['one byte too many with the line breaks', many(2, 'x'.repeat(MAX_COMMENTS_BYTES / 2)), commentsTooLong],
    ['a NUL', 'a\u0000b', control],
    ['a control character in a list', ['a', 'b\u007f'], control],
    ['half an emoji', ['\ud83d'], control],
    ['half an emoji, and the other half in the next', ['\ud83d', '\ude00'], control],
  ])('are refused: %s', (_, typed, message) => {
    expect(commentsInput.safeParse(typed).error?.issues).toEqual([expect.objectContaining({ message })]);
  });

  it('are counted only until there are too many', () => {
    expect(linesOf('x\n'.repeat(20_000), MAX_COMMENTS + 1)).toHaveLength(MAX_COMMENTS + 1);
  });

  it('stay the same when they are read again', () => {
    const lines = linesOf(' a \r\n\r\nb\tc\u2028d');
    expect(linesOf(lines.join('\n'))).toEqual(lines);
  });
});
