import { expect, test } from 'vitest';
import { fillReply, hasPlaceholders, saveReplyInput } from './saved-replies.ts';

const about = { name: 'Karim', orderId: null, rechargeId: null, language: 'en' } as const;
const inEnglish = (text: string) => ({ text, textBn: null });

test("a saved reply is filled with the name and the ticket's subject", () => {
  const reply = inEnglish('Dear {name}, {order} is on its way. {name}? {other}');
  expect(fillReply(reply, { ...about, orderId: 7 })).toBe('Dear Karim, order #7 is on its way. Karim? {other}');
  expect(fillReply(inEnglish('{order}'), { ...about, rechargeId: 8 })).toBe('recharge #8');
  expect(fillReply(inEnglish('{order}'), about)).toBe('your request');
});

test('a name that looks like a placeholder, or a pattern, stays a name', () => {
  expect(fillReply(inEnglish('{name}, {order}'), { ...about, name: '{order} $& $1', orderId: 7 })).toBe(
    '{order} $& $1, order #7',
  );
});

test.each([
  { language: 'en' as const, says: 'order #7 is full' },
  { language: 'bn' as const, says: 'অর্ডার #7 পুরো আছে' },
  { language: null, says: 'order #7 is full\n\nঅর্ডার #7 পুরো আছে' },
])('a customer gets the text of their language: $language', ({ language, says }) => {
  const reply = { text: '{order} is full', textBn: '{order} পুরো আছে' };
  expect(fillReply(reply, { ...about, orderId: 7, language })).toBe(says);
});

test('without a text in Bengali everybody gets the other one', () => {
  expect(fillReply(inEnglish('Later'), { ...about, language: 'bn' })).toBe('Later');
});

test.each([
  [{ text: 'Later', textBn: null }, false],
  [{ text: 'Later {other}', textBn: 'পরে' }, false],
  [{ text: 'Later {name}', textBn: null }, true],
  [{ text: 'Later', textBn: '{order} পরে' }, true],
])('placeholders in %j: %s', (reply, has) => {
  expect([hasPlaceholders(reply), hasPlaceholders(reply)]).toEqual([has, has]);
});

test('a title is one line, and all have a maximum length', () => {
  const wrong = saveReplyInput.safeParse({ title: 'a\nb', text: 'x'.repeat(4001), textBn: 'x'.repeat(4001) });
  expect(wrong.error?.issues.map(({ path: [field] }) => field)).toEqual(['title', 'text', 'textBn']);
});
