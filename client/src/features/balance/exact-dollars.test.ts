import { expect, test } from 'vitest';
import { nanos } from '../../../../shared/money.ts';
import { exactDollars } from './exact-dollars.ts';

test('parts the cents from the digits that two decimals cut off', () => {
  expect(exactDollars(nanos(38_424_580_000))).toEqual({ dollars: '$38.42', beyondCents: '458' });
  expect(exactDollars(nanos(10_000_000_000))).toEqual({ dollars: '$10.00', beyondCents: '' });
});

test('keeps leading zeros, so that the digits follow the cents as they are', () => {
  expect(exactDollars(nanos(400_000))).toEqual({ dollars: '$0.00', beyondCents: '04' });
  expect(exactDollars(nanos(1))).toEqual({ dollars: '$0.00', beyondCents: '0000001' });
});
