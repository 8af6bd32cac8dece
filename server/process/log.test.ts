import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { Logger } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reasonOf } from '../base/log-error.ts';
import { createLog } from './log.ts';

const SECRET = 'somebody@example.com';

function linesOf(write: (log: Logger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog({ logLevel: 'info', production: true }, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** In the form that the driver gives a server error. */
function fromPostgres(code: string, message: string) {
  const error = new Error(message);
  const fields = {
    severity: 'ERROR',
    code,
    detail: `Key (email)=(${SECRET}) already exists.`,
    where: `SQL "${SECRET}"`,
  };
  return Object.assign(error, {
    name: 'PostgresError',
    table_name: 'users',
    constraint_name: 'users_email_key',
    ...fields,
  });
}

function failedQuery(cause: Error) {
  return new DrizzleQueryError('insert into users (email) values ($1)', [SECRET], cause);
}

test('a failed statement is logged with statement, constraint and frames, and no parameter', () => {
  const cause = fromPostgres('23505', 'duplicate key value violates unique constraint "users_email_key"');
  const [line] = linesOf((log) => log.error({ err: failedQuery(cause) }, 'it failed'));
  expect(line).toMatchObject({
    msg: 'it failed',
    err: {
      type: 'DrizzleQueryError',
      statement: 'insert into users (email) values ($1)',
      stack: expect.stringMatching(/\n {4}at .*log\.test\.ts/),
      cause: {
        type: 'PostgresError',
        code: '23505',
        table: 'users',
        constraint: 'users_email_key',
        message: cause.message,
      },
    },
  });
  expect(JSON.stringify(line)).not.toContain(SECRET);
});

const quoting: [string, Error][] = [
  ['a value that PostgreSQL could not read', fromPostgres('22P02', `invalid input syntax for type uuid: "${SECRET}"`)],
  ['a row that a trigger names', fromPostgres('P0001', `refused ${SECRET}`)],
  [
    'what wraps a failed statement',
    new Error(failedQuery(new Error('gone')).message, { cause: failedQuery(new Error('gone')) }),
  ],
  ['several together', new AggregateError([failedQuery(new Error('gone'))], 'all failed')],
  ['text that is no JSON', asThrown(() => JSON.parse(SECRET))],
  ['an argument that Node refuses', asThrown(() => Buffer.alloc(SECRET as unknown as number))],
  ['what is no error', SECRET as unknown as Error],
  [
    'an output that its schema refuses',
    z.strictObject({ name: z.literal('x') }).safeParse({ name: SECRET }).error as Error,
  ],
];

test.each(quoting)('%s is not quoted, with or without a sentence', (_name, error) => {
  const lines = linesOf((log) => {
    log.error({ err: error }, 'it failed');
    log.error({ err: error });
    if (error instanceof Error) log.error(error);
    if (error instanceof Error) log.child({ part: 'x' }).fatal(error);
  });
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

test('an error of another kind keeps its message, its code and its causes', () => {
  const error = new Error('could not send', {
    cause: Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' }),
  });
  const [line] = linesOf((log) => log.warn({ err: error }, 'a mail waits'));
  expect(line).toMatchObject({
    err: { message: 'could not send', cause: { message: 'connect refused', code: 'ECONNREFUSED' } },
  });
});

test('the reason of a failed start has no parameter of a statement', () => {
  const refused = fromPostgres('42501', 'permission denied for table users');
  expect(reasonOf(new Error('no admin was made', { cause: failedQuery(refused) }))).toBe(refused.message);
  expect(reasonOf(failedQuery(new Error('connect ECONNREFUSED')))).toBe('connect ECONNREFUSED');
  expect(reasonOf(failedQuery(new AggregateError([])))).toBe('AggregateError');
  const portTaken = new Error('Port 3000 is taken', { cause: new Error('EADDRINUSE') });
  expect(reasonOf(portTaken)).toBe('Port 3000 is taken');
});

test('an error that is its own cause terminates', () => {
  const error = new Error('round');
  error.cause = error;
  expect(linesOf((log) => log.error(error))).toHaveLength(1);
});

function asThrown(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test('a process that ends, by itself or by an uncaught error, writes every line', async () => {
  const log = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const run = async (last: string) => {
    const program = `
      const { createLog, logUncaught } = await import(${log});
      const log = createLog({ logLevel: 'info', production: true });
      logUncaught(log);
      log.info('last words');
      ${last}`;
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
    return stdout;
  };
  expect(await run('process.exit(0)')).toContain('last words');
  const ofError = await run(`queueMicrotask(() => { throw new Error('boom') })`);
  expect(ofError).toContain('last words');
  expect(ofError).toContain('uncaught error');
});
