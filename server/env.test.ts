import { expect, test } from 'vitest';
import { readConfig, readLogConfig } from './env.ts';

test('SEED decides on the sample catalogue, and nothing else is taken for it', () => {
  expect(readConfig({}).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'catalogue' }).seedsCatalogue).toBe(true);
  expect(readConfig({ SEED: 'none' }).seedsCatalogue).toBe(false);
  expect(() => readConfig({ SEED: 'false' })).toThrow(/SEED/);
});

test('how a start tells what is wrong is known whatever is wrong', () => {
  const env = { NODE_ENV: 'production', LOG_LEVEL: 'loud', PORT: 'none' };
  expect(() => readConfig(env)).toThrow(/LOG_LEVEL/);
  expect(readLogConfig(env)).toEqual({ production: true, logLevel: 'info' });
  expect(readLogConfig({ LOG_LEVEL: 'warn' })).toEqual({ production: false, logLevel: 'warn' });
});
