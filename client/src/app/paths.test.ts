import { expect, test } from 'vitest';
import { authPath, safeNext } from './paths.ts';

const origin = 'https://panel.example';

test('the place to return to survives the trip through the login', () => {
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
])('%s is no place to return to', (next) => {
  expect(safeNext(next, origin)).toBe('/service');
});
