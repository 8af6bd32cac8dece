import { expect, test } from 'vitest';
import { reasonOfRefusal, refusesAccount } from './refusals.ts';

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
  ['Service is disabled for this link', 'service'],
  ['Not enough funds on your account', 'funds'],
  ['This account has an active order with this link', 'link_in_use'],
] as const)('%s', (text, reason) => {
  expect(reasonOfRefusal(text, 200)).toBe(reason);
});

test('a status of 401 is about the account, unless the words are about a link; a call about no order has no link', () => {
  expect(reasonOfRefusal('No', 401)).toBe('account');
  expect(reasonOfRefusal('The profile is private', 401)).toBe('order');
  expect(refusesAccount('This account is suspended', 200)).toBe(true);
});
