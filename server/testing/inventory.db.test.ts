import { expect, test } from 'vitest';
import { calls } from '../api/rest/calls.ts';
import { testApp } from './app.ts';
import { addressOf, collectRoutes, listProcedures, validCallInput, validInput } from './inventory.ts';

const { onRoute, routes } = collectRoutes();
await testApp({ app: { onRoute } });

test.each(listProcedures())('$path has an input that its schema accepts', ({ path, input }) => {
  expect(path).toMatch(/^[a-z]+(\.[a-zA-Z]+)+$/);
  if (input) expect(input.safeParse(validInput({ path, input })).success).toBe(true);
});

test.each(calls)('$method $path has an input that its schemas accept, and a path', (call) => {
  const input = validCallInput(call);
  for (const place of ['params', 'query', 'body'] as const) {
    if (call[place]) expect(call[place].safeParse(input[place]).success).toBe(true);
  }
  expect(addressOf(call, input)).not.toMatch(/[{}]/);
});

test('every call of the REST API is found among the routes', () => {
  const found = routes.flatMap(({ call, method }) => (call && method === call.method ? [call] : []));
  expect(new Set(found)).toEqual(new Set(calls));
});

test('routes of all APIs are found', () => {
  const listed = routes.map(({ method, url }) => `${method} ${url}`);
  expect(listed).toEqual(expect.arrayContaining(['GET /livez', 'GET /readyz', 'POST /trpc/:path', 'POST /refresh']));
});
