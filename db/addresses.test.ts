import { expect, it } from 'vitest';
import { addressesOf, needsWritable } from './addresses.ts';

const at = (host: string, port: number) => ({ host, port });

it.each([
  ['postgres://ann@one/shop', [at('one', 5432)], false],
  ['postgres://ann@one/shop?target_session_attrs=read-write', [at('one', 5432)], true],
  ['postgres://ann@one/shop?target_session_attrs=any', [at('one', 5432)], false],
  ['postgres://ann:p%40,w@one:6001,two:6002/shop?sslmode=require', [at('one', 6001), at('two', 6002)], true],
  ['postgresql://one,two:6002,three/shop', [at('one', 5432), at('two', 6002), at('three', 5432)], true],
  ['postgres://ann@/shop?host=one,two&port=6001,6002', [at('one', 6001), at('two', 6002)], true],
  ['postgres://ann@ignored/shop?host=one,two&port=6001', [at('one', 6001), at('two', 6001)], true],
  ['postgres:///shop?host=one,two&port=,6002&target_session_attrs=primary', [at('one', 5432), at('two', 6002)], true],
  ['postgres://ann@[::1]:6001,[fe80::2]/shop', [at('::1', 6001), at('fe80::2', 5432)], true],
  ['postgres://ann@[::1]:6001/shop', [at('::1', 6001)], false],
  ['postgres:///shop?host=/run/a,/run/b', [{ path: '/run/a/.s.PGSQL.5432' }, { path: '/run/b/.s.PGSQL.5432' }], true],
])('parses the servers of %s', (url, addresses, writable) => {
  expect(addressesOf(url)).toEqual(addresses);
  expect(needsWritable(url)).toBe(writable);
});

it.each([
  ['postgres://ann:hush@one:6001,two:60o2/shop', /^A port .* no number from 1 to 65535\.$/],
  ['postgres://ann:hush@one,two:99999/shop', /^A port/],
  ['postgres://ann:hush@/shop?host=one,two,three&port=1,2', /has 3 hosts and 2 ports/],
  ['postgres://ann:hush@one,,two/shop', /^A host is missing/],
  ['postgres://ann:hush@fe80::2,one/shop', /IPv6 address needs brackets/],
  [
    'postgres://ann:hush@one,two/shop?target_session_attrs=standby',
    /target_session_attrs .*: any, read-write, primary work/,
  ],
  ['postgres://ann:hush@one/shop?target_session_attrs=read-wirte', /target_session_attrs/],
  ['postgres://ann:hush@one/shop?hostaddr=10.0.0.1', /hostaddr, which is not understood/],
  ['postgres://ann:hush@one,two/shop?load_balance_hosts=random', /load_balance_hosts, which is not understood/],
  ['ann:hush@one:a', /can't be read/],
])('refuses %s with a message without a password', (url, sentence) => {
  const refusal = expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(sentence) });
  expect(() => addressesOf(url)).toThrow(refusal);
  expect(() => addressesOf(url)).not.toThrow(/hush/);
});
