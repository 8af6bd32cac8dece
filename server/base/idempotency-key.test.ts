import { expect, test } from 'vitest';
import { requestId } from '#shared/numbers.ts';
import { DomainError } from './errors.ts';
import { requestIdOf } from './idempotency-key.ts';

const idOf = (key: string | undefined, procedure = 'orders.place') =>
  requestIdOf({ headers: { 'idempotency-key': key } }, procedure);

test('a UUID is used unchanged', () => {
  expect(idOf('0198c0de-0000-7000-8000-000000000001')).toBe('0198c0de-0000-7000-8000-000000000001');
});

test('any other text is always the same UUID, and a different one for each procedure', () => {
  // Hard-coded, because a new version must not change the meaning of a shop's stored keys.
  expect(idOf('order-1')).toBe('e84e06f2-94e5-552c-a9f2-0b1ca9344ae9');
  expect(idOf('order-1', 'balance.requestRecharge')).toBe('7a7b3ef5-8ea2-5241-b5ff-7deb3e6bdf97');
  expect(requestId.safeParse(idOf('order-1')).success).toBe(true);
  expect(idOf('order-1 ')).not.toBe(idOf('order-1'));
});

test('up to 255 characters', () => {
  expect(idOf('k'.repeat(255))).toBeTypeOf('string');
  expect(() => idOf('k'.repeat(256))).toThrow(DomainError);
});

test('an empty one is no key', () => {
  expect(idOf(undefined)).toBeUndefined();
  expect(idOf('')).toBeUndefined();
});
