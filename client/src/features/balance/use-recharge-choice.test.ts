import { expect, test } from 'vitest';
import { missingSteps } from './use-recharge-choice.ts';

const complete = { method: 'Bkash', amount: '10', amountIsValid: true, terms: true };

test('is empty when method, amount and terms are complete', () => {
  expect(missingSteps(complete)).toBeNull();
});

test('names everything that is missing, in the order of the form', () => {
  expect(missingSteps({ method: '', amount: '', amountIsValid: false, terms: false })).toBe(
    'To go on, choose a payment method, enter an amount and accept the terms.',
  );
  expect(missingSteps({ ...complete, terms: false })).toBe('To go on, accept the terms.');
});

test('asks to correct an invalid amount', () => {
  expect(missingSteps({ ...complete, amount: '12.345', amountIsValid: false })).toBe('To go on, correct the amount.');
});
