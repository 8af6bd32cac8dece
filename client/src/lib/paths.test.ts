import { expect, test } from 'vitest';
import { authPath } from './paths.ts';
import { safeNext } from './safe-next.ts';

const origin = 'https://panel.example';

test('the path to return to survives the login', () => {
  const next = '/service?order=12&category=tiktok';
  const login = new URL(authPath('login', next), origin);
  expect(safeNext(login.searchParams.get('next'), origin)).toBe(next);
});

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'service',
  '/login',
  '/register?mode=login',
  '/..//evil.test',
  '/.//evil.test',
  '/%2e%2e//evil.test',
  '/%2E//evil.test',
  '/service/../..//evil.test',
  '/service/%2e%2e/..//evil.test/service',
  '/..///evil.test',
  '/..//evil.test:443?next=/service#/service',
])('%s is not a path to return to', (next) => {
  expect(safeNext(next, origin)).toBe('/service');
});

test('every result stays on this host, also when resolved again', () => {
  const pieces = [
    '/',
    '//',
    '..',
    '.',
    '%2e',
    '%2E%2e',
    '\\',
    '\t',
    '@',
    ':',
    '?',
    '#',
    'service',
    'http:',
    '%5c',
    '%2f',
  ];
  const asked = pieces.flatMap((a) =>
    pieces.flatMap((b) => pieces.flatMap((c) => pieces.map((d) => `/${a}${b}${c}${d}evil.test`))),
  );
  const leaving = asked.filter((next) => new URL(safeNext(next, origin), origin).origin !== origin);
  expect(asked.length).toBe(16 ** 4);
  expect(leaving).toEqual([]);
});
