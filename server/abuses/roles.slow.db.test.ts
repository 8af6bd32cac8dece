import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type ErrorCode, errorMessages } from '#shared/errors.ts';
import { PANEL_ORIGIN, testApp } from '../testing/app.ts';
import { collectRoutes, listProcedures } from '../testing/inventory.ts';
import { makeScene, type RoleColumn, roleColumns, type Scene } from '../testing/role-scene.ts';
import {
  expectedOf,
  type Procedure,
  procedureTable,
  type RoleCase,
  type RoleRequest,
  type Route,
  routeTable,
} from '../testing/role-table.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'panel-roles-'));
const { onRoute, routes } = collectRoutes();
const typeOf = new Map(listProcedures().map(({ path, type }) => [path, type]));

mkdirSync(join(clientDir, 'assets'));
writeFileSync(join(clientDir, 'index.html'), '<!doctype html>');
writeFileSync(join(clientDir, 'assets/page.js'), '');
const app = await testApp({
  // Each scene resets its own password, all from one address.
  env: { PASSWORD_RESETS_PER_HOUR: '1000' },
  app: { clientDir, onRoute },
});

afterAll(async () => {
  rmSync(clientDir, { recursive: true });
});

describe('7 every procedure and route by every role', () => {
  test('the table has every procedure of the app and no other', () => {
    expect(Object.keys(procedureTable).toSorted()).toEqual([...typeOf.keys()].toSorted());
  });

  test('the table has every route of the app and no other', () => {
    expect(Object.keys(routeTable).toSorted()).toEqual(routeNames().toSorted());
  });

  test.each(Object.keys(procedureTable) as Procedure[])('%s', async (procedure) => {
    await expectRow(procedureTable[procedure], (scene, request) => callProcedure(procedure, scene, request));
  });

  test.each(Object.keys(routeTable) as Route[])('%s', async (route) => {
    await expectRow(routeTable[route], (scene, request) => callRoute(route, scene, request));
  });
});

/** Fastify answers HEAD wherever it answers GET, with the same handler, and CORS answers OPTIONS. */
const ALONGSIDE = ['HEAD', 'OPTIONS'];

/** A route for every method counts as one. */
function routeNames(): string[] {
  const methodsAt = Map.groupBy(routes, ({ url }) => url);
  return [...methodsAt].flatMap(([url, entries]) => {
    const methods = entries.map(({ method }) => method).filter((method) => !ALONGSIDE.includes(method));
    return methods.length > 4 ? [`* ${url}`] : methods.map((method) => `${method} ${url}`);
  });
}

/** All roles call at the same time, each with its own scene. */
async function expectRow(
  [row, requestFor]: RoleCase,
  call: (scene: Scene, request: RoleRequest) => Promise<string>,
): Promise<void> {
  const outcomeFor = async (column: RoleColumn, blockedAs: 'user' | 'admin' = 'user') => {
    if (expectedOf(row, column) === '-') return '-';
    const scene = await makeScene(app, column, blockedAs);
    return call(scene, (await requestFor?.(scene)) ?? {});
  };
  const [blockedAdmin, ...outcomes] = await Promise.all([
    outcomeFor('blocked', 'admin'),
    ...roleColumns.map((column) => outcomeFor(column)),
  ]);
  expect(outcomes).toEqual(row);
  expect(blockedAdmin, 'a blocked admin').toBe(expectedOf(row, 'blocked'));
}

async function callProcedure(procedure: Procedure, scene: Scene, { body, withCookie }: RoleRequest) {
  const isQuery = typeOf.get(procedure) !== 'mutation';
  const input = JSON.stringify(body);
  const query = isQuery && body !== undefined ? `?input=${encodeURIComponent(input)}` : '';
  const response = await fetch(`${app.url}/trpc/${procedure}${query}`, {
    method: isQuery ? 'GET' : 'POST',
    headers: headersOf(scene, withCookie),
    body: isQuery ? undefined : input,
  });
  const { error } = (await answerIn(response)) as { error?: { data: { domainCode: ErrorCode } } };
  return error?.data.domainCode ?? 'ok';
}

/** For a stream: its first event, which shows whether it was accepted. */
async function answerIn(response: Response): Promise<unknown> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.json();
  for await (const event of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const refusal = /^event: serialized-error\ndata: (.*)/.exec(event)?.[1];
    return refusal ? { error: JSON.parse(refusal) as unknown } : {};
  }
  throw new Error('The stream has ended before it began');
}

async function callRoute(route: Route, scene: Scene, { params = {}, query, body, withCookie }: RoleRequest) {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name])).replace('*', 'some/page');
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const response = await fetch(`${app.url}${path}${search}`, {
    method: method === '*' ? 'GET' : method,
    headers: headersOf(scene, withCookie),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return response.ok ? 'ok' : codeIn(text);
}

function headersOf({ caller }: Scene, withCookie = false): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(caller && { authorization: `Bearer ${caller.accessToken}` }),
    ...(withCookie && { origin: PANEL_ORIGIN, ...(caller && { cookie: caller.cookie }) }),
  };
}

/** The REST API has no codes; each error's message is unique. */
function codeIn(text: string): string {
  const { message, error } = JSON.parse(text) as { message?: string; error?: { data: { domainCode: string } } };
  if (message === undefined) return error?.data.domainCode ?? text;
  return Object.entries(errorMessages).find(([, sentence]) => sentence === message)?.[0] ?? message;
}
