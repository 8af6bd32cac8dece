import { expect, test } from 'vitest';
import { createSecret, readSecret } from './key-secret.ts';

/** Ways to spoil the secret of a key, so that it is none by its form alone. */
const spoilt: [what: string, change: (secret: string) => string][] = [
  ['another id', (secret) => secret.replace('rp_42_', 'rp_43_')],
  ['a changed character', (secret) => secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21)],
  ['another checksum', (secret) => `${secret.slice(0, -8)}00000000`],
  ['a checksum in capitals', (secret) => secret.slice(0, -8) + 'ABCDEF12'],
  ['no checksum', (secret) => secret.slice(0, -9)],
  ['one character more', (secret) => `${secret}0`],
  ['a space at the end', (secret) => `${secret} `],
  ['a line break at the end', (secret) => `${secret}\n`],
  ['another prefix', (secret) => secret.replace('rp_', 'sk_')],
  ['the id 0', (secret) => secret.replace('rp_42_', 'rp_0_')],
  ['an id with a sign', (secret) => secret.replace('rp_42_', 'rp_-42_')],
  ['an id beyond a number', (secret) => secret.replace('rp_42_', 'rp_99999999999999999999_')],
  ['nothing', () => ''],
  ['only the prefix', () => 'rp_'],
  ['60 kB', () => `rp_42_${'a'.repeat(60_000)}`],
];

test('a secret has prefix, id, 256 random bits and a checksum, and is read back', () => {
  const { secret, hash } = createSecret(42);
  expect(secret).toMatch(/^rp_42_[\w-]{43}_[0-9a-f]{8}$/);
  expect(readSecret(secret)).toEqual({ id: 42, hash });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(createSecret(42).secret).not.toBe(secret);
});

test.each(spoilt)('is no key: %s', (_, change) => {
  expect(readSecret(change(createSecret(42).secret))).toBeUndefined();
});
