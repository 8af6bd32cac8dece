import { expect, test } from 'vitest';
import { phone } from './users.ts';

test.each([
  '01711111111',
  '+8801711111111',
  '+880 1711-111111',
  '(02) 9555555',
  '+1 (555) 010.9999',
  '5550199',
  '123456789012345',
])('%j is a phone number', (number) => {
  expect(phone.parse(` ${number} `)).toBe(number);
});

test.each([
  '1',
  '+',
  '123456',
  '1234567890123456',
  '01711-11111a',
  '--------',
  '+()-(((((',
  '++8801711111111',
  '017 11 11 11 11 +',
])('%j is not a phone number', (number) => {
  expect(phone.safeParse(number).error?.issues.map(({ message }) => message)).toEqual(['Invalid phone number']);
});

test('a missing number is reported as missing, once', () => {
  expect(phone.safeParse(' ').error?.issues.map(({ message }) => message)).toEqual(['phone Number is required']);
});
