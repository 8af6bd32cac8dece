import { expect, test } from 'vitest';
import { exports } from '#server/api/exports/exports.ts';
import { calls } from '#server/api/rest/calls.ts';
import { listProcedures } from '#server/testing/inventory.ts';
import { adminAreas } from '#shared/key-scopes.ts';
import { areaChoices } from '../../../../client/src/features/profile/keys/scope-choices.ts';
import { listedNames, needOf } from './scopes.ts';

const procedures = listProcedures();
const names = new Set(procedures.map(({ path }) => path));

test('every procedure and export is listed, and nothing else', () => {
  const all = [...names, ...Object.keys(exports).map((name) => `export.${name}`)];
  expect([...listedNames].toSorted()).toEqual(all.toSorted());
});

test('the areas are those of the admin router', () => {
  const areas = [...names].flatMap((name) => /^admin\.(\w+)/.exec(name)?.[1] ?? []);
  expect([...adminAreas].toSorted()).toEqual([...new Set(areas)].toSorted());
});

test('calls of REST name listed procedures', () => {
  for (const { procedure, alsoProcedures = [] } of calls) {
    for (const name of [procedure, ...alsoProcedures]) expect(names).toContain(name);
  }
});

/** Mutations that change nothing. */
const CHECKS = ['orders.checkMany'];

test.each(procedures)('the scope of $path fits it', ({ path, type }) => {
  const need = needOf(path);
  const area = /^admin\.(\w+)/.exec(path)?.[1];
  const changes = type === 'mutation' && !CHECKS.includes(path);
  const ofArea = `admin.${area}:${changes ? 'write' : 'read'}`;
  const ofCustomers = changes ? ['order', 'recharge', 'webhooks'] : ['read', 'public'];
  expect([...(area ? [ofArea] : ofCustomers), 'closed']).toContain(need);
});

test.each(['', 'orders', 'orders.place.x', '__proto__', 'constructor', 'admin.orders', 'orders.Place', 'export.x'])(
  'an unlisted name is closed: %s',
  (name) => expect(needOf(name)).toBe('closed'),
);

test('an admin can choose the scopes that a procedure needs, and no others', () => {
  const needed = new Set(listedNames.map(needOf).filter((need) => need.startsWith('admin.')));
  const offered = areaChoices.flatMap(({ read, write }) => [read, write]).filter((scope) => scope !== undefined);
  expect(offered.toSorted()).toEqual([...needed].toSorted());
});
