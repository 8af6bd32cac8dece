import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { refusalIn } from '#server/base/errors.ts';
import { DatabaseUnavailable, isUnavailable } from './errors.ts';

const withFields = (fields: object) => Object.assign(new Error('went wrong'), fields);
const fromServer = (code: string) => withFields({ code, severity: 'FATAL' });
const fromSocket = (code: string, syscall: string) => withFields({ code, syscall });

it.each([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT'].map((code) =>
    withFields({ code }),
  ),
  fromSocket('ECONNREFUSED', 'connect'),
  fromSocket('ENOENT', 'connect'),
  fromSocket('ECONNRESET', 'read'),
  withFields({ code: 'ECONNRESET', host: 'db1.internal', port: 5432 }),
  fromSocket('EPIPE', 'write'),
  withFields({ code: 'ERR_STREAM_DESTROYED' }),
  Object.assign(new AggregateError([fromSocket('ECONNREFUSED', 'connect')]), { code: 'ECONNREFUSED' }),
  ...[
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08P01',
    '25P03',
    '25P04',
    '25006',
    '53000',
    '53100',
    '53200',
    '53300',
    '53400',
  ].map(fromServer),
  withFields({ code: '08P01', severity_local: 'FATAL' }),
  new DatabaseUnavailable('away'),
])('is reported as busy, with a time to retry: $code $message', (error) => {
  const wrapped = new DrizzleQueryError('select 1', [], new Error('in a transaction', { cause: error }));
  for (const each of [error, wrapped]) {
    expect(isUnavailable(each)).toBe(true);
    expect(refusalIn(each)).toMatchObject({ code: 'busy', details: { retryAfterSeconds: 1 } });
  }
});

it.each([
  withFields({ code: 'ENOENT', syscall: 'open' }),
  withFields({ code: 'UNDEFINED_VALUE' }),
  fromServer('42P01'),
  fromServer('XX000'),
  new TypeError('not a function'),
])('is not: $code $message', (error) => {
  expect(isUnavailable(error)).toBe(false);
  expect(refusalIn(error)).toBeUndefined();
});
