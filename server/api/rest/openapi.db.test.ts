import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { buildApp } from '../app.ts';
import { appRouter } from '../router.ts';
import { calls } from './calls.ts';

type Properties = Record<string, { pattern?: string }>;
type Schema = { $ref?: string; properties?: Properties };
type Body = { schema: Schema; example?: Record<string, unknown> };
type Operation = {
  operationId: string;
  responses: object;
  requestBody?: { content: { 'application/json': Body } };
};

const app = await testApp();
const response = await fetch(`${app.url}/api/openapi.json`);
expect(response.headers.get('content-type')).toMatch(/^application\/json/);
const document = (await response.json()) as {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

// Its rules are checked by `scripts/lint-openapi.ts`.
test('the document is OpenAPI 3.1', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
});

test('every route of the REST API is in it, and no other', async () => {
  const routes: string[] = [];
  const fresh = await buildApp(app.deps, {
    onRoute: ({ method, url }) => void routes.push(...[method].flat().map((each) => `${each} ${url}`)),
  });
  await fresh.close();
  const served = routes
    .filter((route) => /^(GET|POST|PUT|PATCH|DELETE) \/(api\/v1|refresh)/.test(route))
    .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(served.toSorted()).toEqual(documented.toSorted());
  expect(documented).toHaveLength(23);
});

test('every call has existing procedures, and a unique id', () => {
  const procedures = Object.keys(appRouter._def.procedures);
  for (const { procedure, alsoProcedures = [] } of calls)
    expect(procedures).toEqual(expect.arrayContaining([procedure, ...alsoProcedures]));
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(calls.length);
});

test.each(calls.filter(({ body }) => body))('the example of $method $path is accepted', ({ body, example }) => {
  expect(body?.safeParse(example).error?.issues).toBeUndefined();
});

test('the page is served from here alone, with headers that allow nothing else', async () => {
  const page = await fetch(`${app.url}/api/docs`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain(
    "default-src 'none';script-src 'self';style-src 'self';",
  );
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  expect(loaded).toHaveLength(3);
  for (const address of loaded) {
    const part = await fetch(new URL(address, `${app.url}/api/docs`));
    expect(part.status, address).toBe(200);
    expect(part.headers.get('content-type')).toMatch(/^text\/(css|javascript)/);
  }
});

test('the viewer is compressed', async () => {
  const { headers } = await fetch(`${app.url}/api/docs/swagger-ui-bundle.js`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(headers.get('content-encoding')).toBe('gzip');
});

test('nothing else of the viewer is served', async () => {
  for (const path of [
    '/api/docs/index.html',
    '/api/docs/swagger-initializer.js',
    '/api/docs/package.json',
    '/api/docs/../package.json',
  ]) {
    expect((await fetch(`${app.url}${path}`)).status, path).toBe(404);
  }
});
