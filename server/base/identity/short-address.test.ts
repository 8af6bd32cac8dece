import { expect, test } from 'vitest';
import { shortAddress } from './short-address.ts';

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113.x'],
  ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12:x'],
  ['2001:db8::1', '2001:db8:0:x'],
  ['::1', '0:0:0:x'],
])('%s is stored as %s', (address, short) => {
  expect(shortAddress(address)).toBe(short);
});
