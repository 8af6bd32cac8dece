import { expect, test } from 'vitest';
import { orderLink } from './order-fields.ts';

test.each([
  ['facebook.com/page', 'https://facebook.com/page'],
  [' www.instagram.com/p/abc?x=1 ', 'https://www.instagram.com/p/abc?x=1'],
  ['www.example.com', 'https://www.example.com'],
  ['WWW.Example.com', 'https://WWW.Example.com'],
  ['tiktok.com/@somebody/video/1', 'https://tiktok.com/@somebody/video/1'],
  ['youtu.be/abc', 'https://youtu.be/abc'],
  ['example.com:8080/page', 'https://example.com:8080/page'],
  ['example.com?page=1', 'https://example.com?page=1'],
  ['বাংলা.বাংলা/পাতা', 'https://বাংলা.বাংলা/পাতা'],
])('the address %j, typed without its scheme, gets https', (typed, link) => {
  expect(orderLink.parse(typed)).toBe(link);
});

test.each([
  'https://facebook.com/page',
  'http://example.com',
  'HTTPS://example.com/a b'.replace(' ', '%20'),
  '@shop',
  'some.page',
  'a_b-c',
  '+8801700000000',
  'দোকান',
  'র\u200d্যাব',
  'müller',
  '用户名',
  'a'.repeat(128),
])('%j stays as typed', (link) => {
  expect(orderLink.parse(link)).toBe(link);
});

test.each([
  '<b>shop</b>',
  '🎈',
  'shop🎈',
  '🎈'.repeat(128),
  '@',
  '...',
  'two words',
  'a/b',
  '//example.com/a',
  '/page',
  'https//example.com',
  'someone@example.com/a',
  '1.5/2',
  'a'.repeat(129),
])('%j is neither an address nor a user name', (link) => {
  expect(orderLink.safeParse(link).error?.issues.map(({ message }) => message)).toEqual([
    'Please enter an http(s) link or a user name',
  ]);
});

test.each([
  ['javascript:alert(1)', /^A link begins with https/],
  ['data:text/html,x', /^A link begins with https/],
  ['ftp://example.com/a', /^A link begins with https/],
  ['facebook.com', /^This is the front page of Facebook/],
  ['someone@example.com', /^This is an e-mail address/],
  ['https://example.com/a https://example.com/b', /^These are two links/],
])('%j is refused in words', (link, problem) => {
  expect(orderLink.safeParse(link).error?.issues).toMatchObject([{ message: expect.stringMatching(problem) }]);
});

test('what is around a link, or can not be seen, is no part of it', () => {
  expect(orderLink.parse('sh\u200dop\u202e')).toBe('shop');
  expect(orderLink.parse('Look: example.com/a now')).toBe('https://example.com/a');
});

test('a URL may be 2048 characters long, including its added scheme', () => {
  const path = (length: number) => `example.com/${'a'.repeat(length - 'example.com/'.length)}`;
  expect(orderLink.parse(path(2040))).toHaveLength(2048);
  const tooLong = ['The link must be at most 2048 characters'];
  for (const length of [2041, 2049, 100_000]) {
    expect(orderLink.safeParse(path(length)).error?.issues.map(({ message }) => message)).toEqual(tooLong);
  }
});

test('a missing link is reported as missing', () => {
  expect(orderLink.safeParse('  ').error?.issues.map(({ message }) => message)).toEqual(['Link is required']);
});
