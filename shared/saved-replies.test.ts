import { expect, test } from 'vitest';
import { fillReply, saveReplyInput } from './saved-replies.ts';

const nothing = { name: 'Karim', orderId: null, rechargeId: null };

test("a saved reply is filled with the name and the ticket's subject", () => {
  const reply = 'Dear {name}, {order} is on its way. {name}? {other}';
  expect(fillReply(reply, { ...nothing, orderId: 7 })).toBe('Dear Karim, order #7 is on its way. Karim? {other}');
  expect(fillReply('{order}', { ...nothing, rechargeId: 8 })).toBe('recharge #8');
  expect(fillReply('{order}', nothing)).toBe('your request');
});

test('a name that looks like a placeholder, or a pattern, stays a name', () => {
  expect(fillReply('{name}, {order}', { ...nothing, name: '{order} $& $1', orderId: 7 })).toBe(
    '{order} $& $1, order #7',
  );
});

test('a title is one line, and both have a maximum length', () => {
  const wrong = saveReplyInput.safeParse({ title: 'a\nb', text: 'x'.repeat(4001) });
  expect(wrong.error?.issues.map(({ path: [field] }) => field)).toEqual(['title', 'text']);
});
