import { expect, test } from 'vitest';
import { readConfig, readLogConfig } from './env.ts';

test('SEED controls the sample catalogue, and accepts no other value', () => {
  expect(readConfig({}).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'catalogue' }).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'none' }).seedsCatalogue).toBe(false);
  expect(() => readConfig({ SEED: 'false' })).toThrow(/SEED/);
});

test("the log's configuration is known even if the rest is invalid", () => {
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'loud', PORT: 'none' };
  expect(() => readConfig(env)).toThrow(/LOG_LEVEL/);
  expect(readLogConfig(env)).toEqual({ production: true, logLevel: 'info' });
  expect(readLogConfig({ LOG_LEVEL: 'warn' })).toEqual({ production: false, logLevel: 'warn' });
});
