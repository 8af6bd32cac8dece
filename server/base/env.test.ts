import { describe, expect, test } from 'vitest';
import { readConfig, readLogConfig } from './env.ts';

test('SEED controls the sample catalogue, and accepts no other value', () => {
  expect(readConfig({}).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'catalogue' }).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'none' }).seedsCatalogue).toBe(false);
  expect(() => readConfig({ SEED: 'false' })).toThrow(/SEED/);
});

describe('SECRETS_KEY', () => {
  const KEY = 'i7Xc0nZq2T0bWq8mZ1d4y6uVhJkLpOaSdFgHjKlQwE4=';
  const production = { NODE_ENV: 'production', JWT_SECRET: 'a secret of at least 32 random bytes' };

  test('may be missing, also in production, unless admins need a second factor', () => {
    expect(readConfig({}).secretsKey).toBeUndefined();
    expect(readConfig(production).secretsKey).toBeUndefined();
    expect(readConfig({ REQUIRE_ADMIN_2FA: '1' }).requiresAdminSecondFactor).toBe(true);
    expect(() => readConfig({ ...production, REQUIRE_ADMIN_2FA: '1' })).toThrow(
      /SECRETS_KEY is missing: .*"openssl rand -base64 32"/,
    );
    expect(readConfig({ ...production, REQUIRE_ADMIN_2FA: '1', SECRETS_KEY: KEY }).secretsKey).toBe(KEY);
  });

  test.each(['short', 'x'.repeat(44), 'ab'.repeat(22)])('is refused if it can be guessed: %s', (key) => {
    for (const env of [{}, production])
      expect(() => readConfig({ ...env, SECRETS_KEY: key })).toThrow(/SECRETS_KEY is too weak/);
  });
});

test.each(['0', '-1', '1.5', '1000001', 'many', '1e9', 'NaN'])(
  'a limit that is no whole number in its range is named: %s',
  (value) => {
    expect(readConfig({}).limits.keyCallsPerMinute).toBe(720);
    expect(readConfig({ KEY_CALLS_PER_MINUTE: '60' }).limits.keyCallsPerMinute).toBe(60);
    expect(() => readConfig({ KEY_CALLS_PER_MINUTE: value })).toThrow(
      /must be a whole number from 1 to 1000000\s+→ at KEY_CALLS_PER_MINUTE/,
    );
  },
);

test("the log's configuration is known even if the rest is invalid", () => {
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'loud', PORT: 'none' };
  expect(() => readConfig(env)).toThrow(/LOG_LEVEL/);
  expect(readLogConfig(env)).toEqual({ production: true, logLevel: 'info' });
  expect(readLogConfig({ LOG_LEVEL: 'warn' })).toEqual({ production: false, logLevel: 'warn' });
});
