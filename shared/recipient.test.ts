import { expect, test } from 'vitest';
import { judgeRecipient } from './recipient.ts';

const ELEVEN = 'This number must have 11 digits and begin with 01';
const TWELVE = 'This number must have 11 or 12 digits and begin with 01';

test.each([
  ['Bkash', '01711222333', '01711222333'],
  ['bKash 2', ' 017 11-222–333\u00a0', '01711222333'],
  ['Nagad', '০১৭১১২২২৩৩৩', '01711222333'],
  ['নগদ', '01711-222333', '01711222333'],
  ['Rocket', '01711222333', '01711222333'],
  ['Rocket', '01711-222333-4', '017112223334'],
  ['Nagad', '01XXX-XXXXXX', '01XXX-XXXXXX'],
  ['Binance', 'Binance Pay ID 28-17', 'Binance Pay ID 28-17'],
  ['stc', '05 1234', '05 1234'],
  ['Upay', '017123', '017123'],
])('%s accepts %j, which is stored as %j', (name, recipient, stored) => {
  expect(judgeRecipient({ name, kind: 'mobile', recipient })).toEqual({ recipient: stored });
});

test.each([
  ['Nagad', '017123', ELEVEN],
  ['Bkash', '017112223334', ELEVEN],
  ['Bkash', '11711222333', ELEVEN],
  ['Bkash', '0171122233a', ELEVEN],
  ['Bkash', '+8801711222333', ELEVEN],
  ['Bkash', '-', ELEVEN],
  ['Nagad', '٠١٧١١٢٢٢٣٣٣', ELEVEN],
  ['Rocket', '0171122233', TWELVE],
  ['Rocket', '0171122233344', TWELVE],
])('%s refuses %j', (name, recipient, problem) => {
  expect(judgeRecipient({ name, kind: 'mobile', recipient }).problem).toBe(problem);
});

test('an unchanged number passes, even in another form; so does a QR code', () => {
  const stored = { name: 'Nagad', kind: 'mobile', recipient: '017-123' } as const;
  expect(judgeRecipient(stored, '017-123')).toEqual({ recipient: '017-123' });
  expect(judgeRecipient({ ...stored, recipient: '017 123' }, '017123')).toEqual({ recipient: '017123' });
  expect(judgeRecipient(stored, '017124').problem).toBe(ELEVEN);
  expect(judgeRecipient({ name: 'Bkash', kind: 'qr', recipient: 'pay-me' })).toEqual({ recipient: 'pay-me' });
});
