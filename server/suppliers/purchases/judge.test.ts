import { expect, test } from 'vitest';
import { reasonOfRefusal, refusesAccount } from './judge.ts';

test.each([
  ['Invalid API key', 'account'],
  ['error.incorrect_key: see your profile', 'account'],
  ['The API key is disabled', 'account'],
  ['Unauthorized', 'account'],
  ['Account suspended', 'account'],
  ['Your account has been blocked. Look at this page', 'account'],
  ['IP 192.0.2.1 is not allowed', 'account'],
  ['Access denied', 'account'],
  ['Account is suspended, please contact us on Telegram', 'account'],
  ['Instagram account is disabled', 'order'],
  ['This account is suspended', 'order'],
  ["The user's account was banned", 'order'],
  ['Account is blocked: private profile', 'order'],
  ['Instagram account is disabled. Contact support', 'order'],
  ['Access denied to this post', 'order'],
  ['Not authorized to view the video', 'order'],
  ['The link needs authentication', 'order'],
  ['neworder.error.link: forbidden', 'order'],
  ['Service is disabled for this link', 'order'],
  ['The link was not accepted', 'order'],
  ['Only public links are accepted', 'order'],
  ['This service is not available in your country', 'order'],
  ['Service is not active', 'service'],
  ['Not enough funds on your account', 'funds'],
  ['This account has an active order with this link', 'link_in_use'],
] as const)('%s', (text, reason) => {
  expect(reasonOfRefusal(text)).toBe(reason);
});

test.each([
  'Something went wrong, try again',
  'Error',
  'Bad request',
  'Busy',
  'No',
  'Service temporarily unavailable',
  'Not enough funds on our side: we are under maintenance',
  'The link could not be checked, please try again later',
  'Something went wrong with this link',
  'Internal error: quantity',
  'Order was created, but the link may be private',
  'Could not read https://example.com/invalid-link/not-enough-funds',
  'Timed out while adding quantity 100',
  'We have received your link',
  'Your comments have been submitted',
  'The link was added to the queue',
  'An order with this link is being processed',
])('proves nothing: %s', (text) => {
  expect(reasonOfRefusal(text)).toBeUndefined();
});

test.each([
  [
    'funds',
    [
      'You don’t have enough balance',
      'Insufficient wallet balance',
      'Out of credits',
      'Your balance is too low',
      'Low balance',
    ],
  ],
  [
    'funds',
    [
      'No funds',
      'Please top up your account',
      'Order exceeds your balance',
      'Not sufficient funds',
      'insufficient_funds',
      'Payment required',
    ],
  ],
  [
    'order',
    [
      'Invalid link. Please try again',
      'Quantity must be a multiple of 100',
      'User not found',
      'Video is private',
      'min 100',
      'Comments are required',
    ],
  ],
  [
    'link_in_use',
    [
      'Order for this link is already in progress',
      'Order already placed for this link',
      'Please wait until your previous order is done',
    ],
  ],
  ['service', ['Invalid service ID', 'Service not found', 'No such service']],
  ['account', ['Invalid API key', 'API key is disabled', 'Your account is banned']],
] as const)('is generous about %s', (reason, texts) => {
  expect(texts.map((text) => [text, reasonOfRefusal(text)])).toEqual(texts.map((text) => [text, reason]));
});

test('a status of 401 is about the account in a call about no order, which has no link', () => {
  expect(refusesAccount('No', 401)).toBe(true);
  expect(refusesAccount('This account is suspended', 200)).toBe(true);
});
