import { expect, test } from 'vitest';
import { isHttpUrl, isOwnPath } from './http-url.ts';

test.each([
  'https://example.com',
  'HTTP://example.com/a?b=c#d',
  'https://example.com/p/%20%E2%80%AE',
  'https://bn.wikipedia.org/wiki/ঢাকা',
  'http://[::1]:3000/',
])('%s is a URL', (text) => {
  expect(isHttpUrl(text)).toBe(true);
});

test.each([
  ['a line break', 'https://exam\nple.com'],
  ['a carriage return', 'https://example.com/\rx'],
  ['a tab', 'https://example.com/a\tb'],
  ['a space', 'https://example.com/a b'],
  ['a space that does not break', 'https://example.com/a\u00a0b'],
  ['a line separator', 'https://example.com/\u2028'],
  ['a bidirectional override', 'https://example.com/\u202etxt.exe'],
  ['a bidirectional isolate', 'https://example.com/\u2066x'],
  ['a space without width', 'https://exam\u200bple.com'],
  ['a NUL', 'https://example.com/\0'],
  ['half a surrogate pair', 'https://example.com/\ud83d'],
  ['a back slash', 'https://example.com\\@evil.example'],
])('a URL with %s is invalid', (_what, text) => {
  expect(isHttpUrl(text)).toBe(false);
});

test.each([
  'https://',
  'javascript:alert(1)//https://example.com',
  'ftp://example.com',
  '//example.com',
  'https://a:b:c',
])('%s is not a URL', (text) => {
  expect(isHttpUrl(text)).toBe(false);
});

test.each(['/payments/bkash.svg', '/', '/logo.png?v=2'])('%s is a path on this host', (text) => {
  expect(isOwnPath(text)).toBe(true);
});

test.each(['//evil.example/x.svg', '/\\evil.example/x.svg', '/\t/evil.example', '/a\u202eb', '/a b', 'x.svg', ''])(
  '%j is not a path',
  (text) => {
    expect(isOwnPath(text)).toBe(false);
  },
);
