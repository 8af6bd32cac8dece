import { request } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { NO_LOOP_DELAY, testApp } from '../../testing/app.ts';
import { addressOf, listProcedures, validCallInput, validInput } from '../../testing/inventory.ts';
import { expectPlain } from '../../testing/plain-message.ts';
import { buildApp } from '../app.ts';
import { calls } from '../rest/calls.ts';

/** Names that every object has, and no input. */
const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'prototype', 'valueOf'];

const app = await testApp();
const admin = await app.createAdminUser();
const withAdapter = await buildApp(app.deps, { ...NO_LOOP_DELAY, directCalls: false });
const adapter = { url: await withAdapter.listen({ host: '127.0.0.1', port: 0 }), close: () => withAdapter.close() };

afterAll(async () => {
  await adapter?.close();
});

/** An unknown field of that name gets the usual error. The field is written into the JSON text, because an object can't hold it. */
function withField(input: unknown, name: string): string {
  const fields = JSON.stringify(input ?? {}).slice(1, -1);
  return `{${fields}${fields && ','}${JSON.stringify(name)}:{"role":"admin"}}`;
}

const withInput = listProcedures().filter(({ input }) => input?._zod.def.type === 'object');

describe.each(names)('a field named %s', (name) => {
  test.each(withInput)('is not known to $path', async ({ path, type, input }) => {
    const text = withField(validInput({ input }), name);
    for (const { url } of [app, adapter]) {
      const query = `?input=${encodeURIComponent(text)}`;
      const response = await fetch(`${url}/trpc/${path}${type === 'query' ? query : ''}`, {
        method: type === 'query' ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.accessToken}` },
        body: type === 'query' ? undefined : text,
      });
      const answer = await response.text();
      expect(response.status, answer).toBe(400);
      expect(answer).toContain(`"fieldErrors":{"${name}":["This field is not known here"]}`);
    }
  });

  test.each(calls)('causes no server fault in $method $path', async (call) => {
    const input = validCallInput(call);
    const headers = { authorization: `Bearer ${admin.accessToken}`, cookie: `${name}=1`, [name]: 'x' };
    const query = { ...input.query, [name]: 'x' };
    const response = await fetch(app.url + addressOf(call, { ...input, query }), {
      method: call.method,
      headers: call.body ? { 'content-type': 'application/json', ...headers } : headers,
      body: call.body && withField(input.body, name),
    });
    const answer = (await response.json()) as { message: string };
    expect(response.status, JSON.stringify(answer)).toBeLessThan(500);
    expectPlain(answer.message);
  });

  test('is not a procedure, nor part of a batch', async () => {
    const headers = { 'content-type': 'application/json' };
    const asPath = await fetch(`${app.url}/trpc/${name},services.list?batch=1`, { headers });
    expect(asPath.status).toBeLessThan(500);
    const asIndex = await fetch(`${app.url}/trpc/auth.login?batch=1`, {
      method: 'POST',
      headers,
      body: withField({}, name),
    });
    expect(asIndex.status).toBe(400);
  });
});

test('an invalid JSON body of the REST API is reported', async () => {
  for (const body of ['{"a":', '{"__proto__":{}}']) {
    const answer = await fetch(`${app.url}/api/v1/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: 'The body must be JSON, and without a field named __proto__',
    });
  }
});

describe.each(['TRACE', 'PROPFIND', 'MKCOL', 'QUERY'])('%s', (method) => {
  test.each([
    ['/api/v1/user/login', 'POST'],
    ['/api/v1/user/resetPassword/abc?x=1', 'POST'],
    ['/livez', 'GET, HEAD'],
    ['/api/docs', 'GET, HEAD'],
  ])('is not allowed at %s', async (path, allow) => {
    const answer = await ask(method, path);
    const message = 'This method is not allowed here.';
    expect(answer).toEqual({ status: 405, allow, body: { success: false, message, error: message } });
  });

  test('is not allowed for procedures, reported in their format', async () => {
    const answer = await ask(method, '/trpc/services.list');
    expect(answer).toMatchObject({ status: 405, allow: 'GET, HEAD, POST' });
    expect(answer.body).toMatchObject({ error: { data: { httpStatus: 405, domainCode: 'bad_input' } } });
  });

  test('is refused if a procedure has no name', async () => {
    expect([404, 405]).toContain((await ask(method, '/trpc/')).status);
  });

  test('is not found on unknown paths', async () => {
    expect(await ask(method, '/api/v1/nothing')).toMatchObject({ status: 404, body: { success: false } });
  });
});

test.each([
  ['GET', 'http://other.example/livez', 421],
  ['POST', 'https://other.example/api/v2', 421],
  ['GET', 'ftp://other.example/', 421],
  ['OPTIONS', '*', 421],
  ['CONNECT', 'other.example:443', 405],
])('%s %s is refused: this server is no proxy', async (method, target, status) => {
  expect((await ask(method, target)).status).toBe(status);
});

test("an absolute target with the panel's own host is its path", async () => {
  expect((await ask('GET', `${app.deps.config.publicUrl}/livez?x=1`)).status).toBe(200);
});

test.each(['', 'evil.test:99999', 'a b'])('the invalid host %j is not a server fault', async (host) => {
  expect((await ask('GET', '/trpc/services.list?batch=1', { host })).status).toBeLessThan(500);
});

/** `fetch` refuses to send such methods and hosts. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; allow: unknown; body: unknown }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const asking = request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () =>
        resolve({ status: response.statusCode, allow: response.headers.allow, body: JSON.parse(text) as unknown }),
      );
    });
    asking.on('connect', ({ statusCode: status }) => resolve({ status, allow: undefined, body: undefined }));
    asking.on('error', reject).end();
  });
}
