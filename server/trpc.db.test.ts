import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    app: { logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) },
  });
});
afterAll(() => app.close());

it('tells people one plain sentence of an unexpected error, and the log everything under the same id', async () => {
  const { accessToken } = await app.registerUser();
  await app.db.execute(sql`alter table accounts rename to accounts_elsewhere`);

  const response = await fetch(`${app.url}/trpc/auth.me`, { headers: { authorization: `Bearer ${accessToken}` } });
  const text = await response.text();

  expect(response.status).toBe(500);
  const { error } = JSON.parse(text) as { error: { message: string; data: Record<string, unknown> } };
  expect(error.message).toBe('Something went wrong on our side. Please try again.');
  expect(error.data).toEqual({
    code: 'INTERNAL_SERVER_ERROR',
    httpStatus: 500,
    path: 'auth.me',
    domainCode: 'internal',
    fieldErrors: null,
    details: null,
    traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(text).not.toMatch(/accounts|select|stack|\.ts|node_modules/i);
  const logged = lines.find((line) => line.includes(String(error.data.traceId)));
  expect(logged).toContain('accounts');
  expect(logged).not.toContain(accessToken);
});
