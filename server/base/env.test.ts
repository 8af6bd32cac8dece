import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Config, readConfig, readLogConfig } from './env.ts';

test('SEED controls the sample catalogue, and accepts no other value', () => {
  expect(readConfig({}).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'catalogue' }).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'none' }).seedsCatalogue).toBe(false);
  expect(() => readConfig({ SEED: 'false' })).toThrow(/SEED/);
});

describe('SECRETS_KEY', () => {
  const KEY = 'i7Xc0nZq2T0bWq8mZ1d4y6uVhJkLpOaSdFgHjKlQwE4=';
  const production = { NODE_ENV: 'production', JWT_SECRET: 'a secret of at least 32 random bytes' };

  test('may be missing, but not in production, which names the two lines of an upgrade', () => {
    expect(readConfig({}).secretsKey).toBeUndefined();
    expect(() => readConfig(production)).toThrow(
      /SECRETS_KEY is missing: .*"openssl rand -base64 32".*SECRETS_KEY=….*POSTGRES_PASSWORD=panel/,
    );
    expect(readConfig({ ...production, SECRETS_KEY: KEY }).secretsKey).toBe(KEY);
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

describe('a secret in a file', () => {
  function fileWith(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'reseller-panel-secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  }

  test('is the text of the file without its last line break', () => {
    for (const end of ['', '\n', '\r\n'])
      expect(readConfig({ ADMIN_PASSWORD_FILE: fileWith(`line one\nline two${end}`) }).admin.password).toBe(
        'line one\nline two',
      );
  });

  test.each([
    ['DATABASE_URL', 'postgres://panel@db/panel', (config: Config) => config.databaseUrl],
    ['JWT_SECRET', 'a secret of at least 32 random bytes', (config: Config) => config.jwtSecret],
    ['SECRETS_KEY', 'another of at least 32 random bytes', (config: Config) => config.secretsKey],
    ['METRICS_TOKEN', 'a token of a test', (config: Config) => config.metrics.token],
    ['SMTP_URL', 'smtps://user:password@mail.example', (config: Config) => config.mail.smtpUrl],
  ])('works for %s', (name, value, read) => {
    expect(read(readConfig({ [`${name}_FILE`]: fileWith(`${value}\n`) }))).toBe(value);
    expect(readConfig({ [`${name}_FILE`]: '' })).toEqual(readConfig({}));
  });

  test.each([
    [
      'that is missing',
      () => '/nowhere/secret',
      /The file of JWT_SECRET_FILE can't be read \(ENOENT\): \/nowhere\/secret/,
    ],
    ['that is a folder', () => tmpdir(), /JWT_SECRET_FILE can't be read \(EISDIR\)/],
    ['that is empty', () => fileWith('\n'), /The file of JWT_SECRET_FILE is empty: .*secret$/],
    ['of a weak secret', () => fileWith('short'), /JWT_SECRET is too weak/],
  ])('%s is refused', (_, file, sentence) => {
    expect(() => readConfig({ JWT_SECRET_FILE: file() })).toThrow(sentence);
  });

  test('is refused beside the secret itself', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail', SMTP_URL_FILE: '/nowhere' })).toThrow(
      'SMTP_URL and SMTP_URL_FILE are both set: remove one of them.',
    );
  });
});

test("the log's configuration is known even if the rest is invalid", () => {
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'loud', PORT: 'none' };
  expect(() => readConfig(env)).toThrow(/LOG_LEVEL/);
  expect(readLogConfig(env)).toEqual({ production: true, logLevel: 'info' });
  expect(readLogConfig({ LOG_LEVEL: 'warn' })).toEqual({ production: false, logLevel: 'warn' });
});
