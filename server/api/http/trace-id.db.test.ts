import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const PAGE = 'https://old.example.com';
const lines: string[] = [];

const app = await testApp({
  env: { CORS_ORIGINS: PAGE },
  app: { logger: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) },
});

test.each([
  ['GET', '/api/v1/service/getAll', 200],
  ['GET', '/api/v1/user/profile', 401],
  ['POST', '/api/v1/user/login', 400],
  ['GET', '/api/v1/nothing', 404],
  ['GET', '/api/v1/%zz', 400],
  ['GET', '/trpc/services.categories', 200],
  ['GET', '/trpc/services.categories?batch=1', 200],
  ['GET', '/trpc/auth.me', 401],
  ['GET', '/api/openapi.json', 200],
  ['OPTIONS', '/api/v1/user/update', 204],
])('%s %s gets its own id', async (method, path, status) => {
  const headers = { origin: PAGE, 'access-control-request-method': 'PUT' };
  const answers = await Promise.all([1, 2].map(() => fetch(app.url + path, { method, headers })));
  const ids = answers.map((answer) => answer.headers.get('x-request-id'));
  expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(ids[0]).not.toBe(ids[1]);
});

test.each(['/trpc/auth.me', '/trpc/%zz', '/trpc'])('%s has the same id in its body', async (path) => {
  const answer = await fetch(app.url + path);
  const { error } = (await answer.json()) as { error: { data: { traceId: string } } };
  expect(error.data.traceId).toBe(answer.headers.get('x-request-id'));
});

test('pages of other origins may read it', async () => {
  const { headers } = await fetch(`${app.url}/api/v1/service/getAll`, { headers: { origin: PAGE } });
  expect(headers.get('access-control-expose-headers')?.split(', ')).toContain('x-request-id');
});

const SORRY = 'Something went wrong on our side. Please try again.';

test.each([
  ['/api/v1/user/profile', { success: false, message: SORRY, error: SORRY }],
  [
    '/trpc/auth.me',
    {
      error: {
        message: SORRY,
        code: -32603,
        data: {
          code: 'INTERNAL_SERVER_ERROR',
          httpStatus: 500,
          path: 'auth.me',
          domainCode: 'internal',
          fieldErrors: null,
          details: null,
          traceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        },
      },
    },
  ],
])(
  "%s returns one sentence for an unexpected error, and the log has it under the response's id",
  async (path, body) => {
    const { accessToken } = await app.registerUser();
    await app.db.execute(sql`alter table accounts rename to accounts_elsewhere`);
    const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${accessToken}` } });
    await app.db.execute(sql`alter table accounts_elsewhere rename to accounts`);

    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(JSON.parse(text)).toEqual(body);
    expect(text).not.toMatch(/accounts|select|stack|\.ts|node_modules/i);
    const logged = lines.find((line) => line.includes(String(answer.headers.get('x-request-id'))));
    expect(logged).toContain('accounts');
    expect(logged).not.toContain(accessToken);
  },
);
