import { expect, test } from 'vitest';
import { testDatabase } from './testing/database.ts';

const database = await testDatabase({ max: 1 });

const fold = async (text: string) =>
  (await database.db.$client<{ key: string }[]>`select folded(${text}) as key`)[0]?.key;

test.each([
  ['in capitals', 'KARIM@EXAMPLE.COM', 'karim@example.com'],
  ['with a Turkish dot', 'İstanbul@example.com', 'istanbul@example.com'],
  ['with a dot of its own', 'I\u0307stanbul@example.com', 'ıstanbul@example.com'],
  ['of full width', 'ｋａｒｉｍ＠example.com', 'karim@example.com'],
  ['with the sign for Kelvin', '\u212aarim@example.com', 'karim@example.com'],
  ['with a long s', 'ma\u017fter@example.com', 'master@example.com'],
  ['composed or not', 'ünal@example.com', 'U\u0308nal@example.com'],
  ['with a final sigma', 'οδος@example.com', 'ΟΔΟΣ@EXAMPLE.COM'],
])('an address %s is the same', async (_what, one, other) => {
  expect(await fold(one)).toBe(await fold(other));
});

test.each([
  ['karim@example.com', 'karin@example.com'],
  ['karim@example.com', 'kárim@example.com'],
  ['karim@example.com', 'karim@example.com.bd'],
])('%s and %s are two', async (one, other) => {
  expect(await fold(one)).not.toBe(await fold(other));
});
