import { describe, expect, test } from 'vitest';
import { seedPaymentMethods } from '#db/seed/payment-methods.ts';
import { isPlaceholderRecipient } from './payment-methods.ts';

describe('a placeholder for a recipient', () => {
  test.each([
    ...seedPaymentMethods.map(({ recipient }) => recipient),
    '+8801XXX-XXXXXX',
    '(+880) 1XXX XXXXXX',
    '01xxx-xxxxxx',
    '01711-222XXX',
  ])('is %s', (recipient) => {
    expect(isPlaceholderRecipient(recipient)).toBe(true);
  });

  test.each([
    '01711-222333',
    'TXXXk3dVQ9rUq2Yw7sT4jZ8nB5mC6hL1pE',
    'maxxxim@pay.example',
    'XX-1234',
    'Binance Pay ID 281734650',
  ])('is not %s', (recipient) => {
    expect(isPlaceholderRecipient(recipient)).toBe(false);
  });
});
