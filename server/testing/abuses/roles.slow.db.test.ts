import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { testApp } from '../app.ts';
import { collectRoutes, listProcedures } from '../inventory.ts';
import { callProcedure, callRoute } from '../role-calls.ts';
import { expectedOf } from '../role-outcomes.ts';
import type { RoleCase, RoleRequest } from '../role-requests.ts';
import { type Route, routeTable } from '../role-routes.ts';
import { makeScene, type RoleColumn, roleColumns, type Scene } from '../role-scene.ts';
import { type Procedure, procedureTable } from '../role-table.ts';

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
    await expectRow(procedureTable[procedure], (scene, request) =>
      callProcedure(app, procedure, scene.caller, request),
    );
  });

  test.each(Object.keys(routeTable) as Route[])('%s', async (route) => {
    await expectRow(routeTable[route], (scene, request) => callRoute(app, route, scene.caller, request));
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
