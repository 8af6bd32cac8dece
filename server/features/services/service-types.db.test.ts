import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { services } from '#db/schema/services.ts';
import { micros } from '#shared/money.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const admin = (await app.createAdminUser()).client.admin.services;

const fields = {
  name: 'Comments',
  description: 'By real people.',
  category: 'youtube',
  priceMicros: micros(2_000_000),
  avgTimeHours: 12,
} as const;
const limits = { min: 100, max: 10_000 };
const usual = { type: 'default', per: 1000, refillDays: null, cancel: false, speedUp: false };
const generous = { refillDays: 30, cancel: true, speedUp: true };

test('a new service is of the default type and allows nothing, unless the input says otherwise', async () => {
  const plain = await admin.create.mutate({ ...fields, ...limits });
  expect(await admin.get.query({ id: plain.id })).toMatchObject({ ...limits, ...usual });
  const rich = await admin.create.mutate({ ...fields, type: 'custom_comments', min: 1, max: 50, ...generous });
  expect(rich).toMatchObject({ type: 'custom_comments', per: 1000, min: 1, max: 50, ...generous });
  expect(await app.client().services.get.query({ id: rich.id })).toMatchObject({
    type: 'custom_comments',
    ...generous,
  });
});

test.each(['package', 'custom_comments_package'] as const)(
  'a %s has the limits 1 and 1 and the price of one',
  async (type) => {
    const created = await admin.create.mutate({ ...fields, type });
    expect(created).toMatchObject({ type, per: 1, min: 1, max: 1 });
    expect(await admin.create.mutate({ ...fields, type, min: 1, max: 1 })).toMatchObject({ min: 1, max: 1 });
  },
);

const tooFew = (least: number) => ({ min: [`Must be at least ${least}`] });
const ofOne = ['A package is sold one at a time: leave it out, or enter 1'];

describe.each<[ServiceType, { min?: number; max?: number }, Record<string, string[]>]>([
  ['default', { min: 9, max: 10 }, { ...tooFew(10), max: ['Maximum must be greater than 10'] }],
  ['default', {}, { min: ['Minimum value is required'], max: ['Maximum value is required'] }],
  ['default', { min: 100, max: 99 }, { max: ['Maximum must not be less than minimum'] }],
  ['custom_comments', { min: 0, max: 0 }, { ...tooFew(1), max: ['Maximum must be greater than 0'] }],
  ['custom_comments', { min: 1001, max: 2000 }, { min: ['An order has at most 1000 comments'] }],
  ['package', { min: 10, max: 20 }, { min: ofOne, max: ofOne }],
  ['custom_comments_package', { max: 0 }, { max: ofOne }],
])('limits that the type %s refuses: %o', (type, refused, fieldErrors) => {
  test('are refused in a new service and in a changed one, with or without its type', async () => {
    const { id } = await makeTyped(type);
    const calls = [
      admin.create.mutate({ ...fields, type, ...refused }),
      admin.update.mutate({ ...fields, id, type, ...refused }),
      admin.update.mutate({ ...fields, id, ...refused }),
    ];
    const refusals = await Promise.all(calls.map(refusalOf));
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'bad_input', fieldErrors });
    expect(await admin.get.query({ id })).toMatchObject({ name: 'As it was' });
  });
});

test('a changed service keeps what the input leaves out', async () => {
  const { id } = await makeTyped('custom_comments_package', generous);
  const changed = await admin.update.mutate({ ...fields, id });
  expect(changed).toMatchObject({ name: 'Comments', type: 'custom_comments_package', per: 1, min: 1, ...generous });
  expect(await admin.update.mutate({ ...fields, id, refillDays: null, cancel: false })).toMatchObject({
    ...{ refillDays: null, cancel: false, speedUp: true },
  });
});

test('a service changes its type together with the unit of its price', async () => {
  const { id } = await makeTyped('default');
  expect(await admin.update.mutate({ ...fields, id, type: 'package' })).toMatchObject({ per: 1, min: 1, max: 1 });
  expect(await codeOf(admin.update.mutate({ ...fields, id, type: 'default' }))).toBe('bad_input');
  const back = await admin.update.mutate({ ...fields, ...limits, id, type: 'default' });
  expect(back).toMatchObject({ type: 'default', per: 1000, ...limits });
});

test('an admin who changes the type meets the change of another admin', async () => {
  const { id, updatedAt } = await makeTyped('default');
  const expectedUpdatedAt = updatedAt.toISOString();
  const change = { ...fields, id, type: 'package', ...generous, expectedUpdatedAt } as const;
  await admin.update.mutate(change);
  // A retry without its response.
  expect(await admin.update.mutate(change)).toMatchObject({ type: 'package', per: 1 });
  const refused = await refusalOf(admin.update.mutate({ ...change, cancel: false }));
  expect(refused).toMatchObject({ code: 'service_changed', details: { changedTo: { type: 'package', ...generous } } });
  expect(refused.details?.changedTo).not.toHaveProperty('per');
});

test('a creation that is sent again creates nothing, also if a server of the version before did it', async () => {
  const input = { ...fields, ...limits, image: null, requestId: randomUUID() };
  const { id } = await admin.create.mutate(input);
  await app.db
    .update(services)
    .set({ createdFrom: sql`created_from - '{type,refillDays,cancel,speedUp}'::text[]` })
    .where(eq(services.id, id));
  expect(await admin.create.mutate(input)).toMatchObject({ id, ...usual });
  expect(await codeOf(admin.create.mutate({ ...input, cancel: true }))).toBe('idempotency_conflict');
  expect(await codeOf(admin.create.mutate({ ...input, type: 'package', min: 1, max: 1 }))).toBe('idempotency_conflict');
});

test('invalid types and permissions are refused', async () => {
  const odd: [object, string, string][] = [
    [{ type: 'constructor' }, 'type', 'There is no such type of service'],
    [{ refillDays: 0 }, 'refillDays', 'The refill period must be from 1 to 3650 days'],
    [{ refillDays: 3651 }, 'refillDays', 'The refill period must be from 1 to 3650 days'],
    [{ refillDays: 1.5 }, 'refillDays', 'The refill period must be a whole number'],
    [{ cancel: 'yes' }, 'cancel', 'Cancel must be yes or no'],
    [{ speedUp: null }, 'speedUp', 'Speed up must be yes or no'],
  ];
  const { id } = await makeTyped('default');
  for (const [input, field, message] of odd)
    for (const { mutate } of [admin.create, admin.update])
      expect(await refusalOf(mutate({ ...fields, ...limits, id, ...input }))).toMatchObject({
        ...{ code: 'bad_input', fieldErrors: { [field]: [message] } },
      });
});

function makeTyped(type: ServiceType, overrides: Partial<typeof services.$inferInsert> = {}) {
  const isOne = type.endsWith('package');
  return makeService(app.db, {
    type,
    per: isOne ? 1 : 1000,
    ...(isOne && { min: 1, max: 1 }),
    name: 'As it was',
    ...overrides,
  });
}
