import { expect, test } from 'vitest';
import { createKeyInput } from '#shared/keys.ts';
import { isAllowedAddress } from './allowed-addresses.ts';

test.each<[allowed: string[], address: string, is: boolean]>([
  [[], '198.51.100.1', true],
  [[], 'not an address', true],
  [['203.0.113.7'], '203.0.113.7', true],
  [['203.0.113.7'], '203.0.113.8', false],
  [['203.0.113.7'], '::ffff:203.0.113.7', true],
  [['::ffff:203.0.113.7'], '203.0.113.7', true],
  [['::ffff:203.0.113.0/120'], '203.0.113.9', true],
  [['::ffff:203.0.113.0/120'], '203.0.114.9', false],
  [['198.51.100.1', '203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.77/24'], '203.0.113.1', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['0.0.0.0/0'], '8.8.8.8', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['::/0'], '2001:db8::1', true],
  [['::/0'], '8.8.8.8', false],
  [['2001:db8::/32'], '2001:db8:ffff::1', true],
  [['2001:DB8:0:0::1'], '2001:db8::1', true],
  [['2001:db8::/32'], '2001:db9::1', false],
  [['fe80::1'], 'fe80::1%eth0', true],
  [['0.0.0.0/0'], '2130706433', false],
  [['0.0.0.0/0'], '127.1', false],
  [['0.0.0.0/0'], '', false],
  [['0.0.0.0/0'], '203.0.113.7, 198.51.100.1', false],
])('%j allows %s: %s', (allowed, address, is) => {
  expect(isAllowedAddress(allowed, address)).toBe(is);
});

test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  [' 203.0.113.7 ', true],
  ['2001:db8::/32', true],
  ['::ffff:203.0.113.7', true],
  ['::ffff:203.0.113.0/120', true],
  ['203.0.113.7/33', false],
  ['2001:db8::/129', false],
  ['203.0.113', false],
  ['0x7f.0.0.1', false],
  ['2130706433', false],
  ['203.0.113.7:80', false],
  ['[2001:db8::1]', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
  ['203.0.113.7\0', false],
  ['', false],
  ['1'.repeat(60_000), false],
])('the address %j is accepted: %s', (address, is) => {
  const { success, data } = createKeyInput.safeParse({ name: 'Script', scopes: ['read'], addresses: [address] });
  expect(success).toBe(is);
  if (data?.addresses) expect(() => isAllowedAddress(data.addresses ?? [], '203.0.113.7')).not.toThrow();
});
