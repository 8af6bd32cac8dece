import { desc } from 'drizzle-orm';
import { services } from '#db/schema/services.ts';
import { micros } from '#shared/money.ts';
import { createServiceInput } from '#shared/services.ts';
import { createService } from '../../features/services/create-service.ts';
import { deleteService } from '../../features/services/delete-service.ts';
import { apiCase, describeBothApis } from '../../testing/api-cases.ts';
import type { TestApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { serviceCalls } from './service-calls.ts';

describeBothApis(serviceCalls, (app) => [...listing(app), ...changing(app)]);

const KEY = '0198c0de-0000-7000-8000-000000000007';

/** The form's fields in the REST API and in tRPC. */
const form = {
  name: 'Reels views',
  image: 'https://example.com/reels.png',
  description: 'Fast. Real.',
  category: 'instagram',
  price: 0.95,
  min: 10,
  max: 5000,
  avgTime: 2,
  isDeleted: false,
};

function ours(all: typeof form) {
  const { price, avgTime, isDeleted: _, ...fields } = all;
  return { ...fields, priceMicros: micros(Math.round(price * 1_000_000)), avgTimeHours: avgTime };
}

async function world(app: TestApp) {
  return { admin: await makeSignedInAdmin(app), customer: await makeCustomer(app), service: await makeService(app.db) };
}
type World = Awaited<ReturnType<typeof world>>;

function listing(app: () => TestApp) {
  const list = {
    arrange: () => world(app()),
    procedure: 'services.list',
    operation: 'GET /api/v1/service/getAll',
  };
  return [
    apiCase({ ...list, name: 'the catalogue', input: () => ({}) }),
    apiCase({
      ...list,
      name: 'one category, searched',
      input: () => ({ category: 'tiktok', search: 'views' }),
      request: () => ({ query: { category: 'tiktok', search: 'views' } }),
    }),
    apiCase({
      ...list,
      name: 'a category that there is not',
      refused: 'bad_input',
      input: () => ({ category: 'myspace' }),
      request: () => ({ query: { category: 'myspace' } }),
    }),
  ];
}

function changing(app: () => TestApp) {
  const common = {
    arrange: () => world(app()),
    caller: ({ admin }: World) => admin,
    effect: () => newestService(app()),
  };
  const creating = (overrides: Partial<typeof form> = {}) => ({
    ...common,
    procedure: 'admin.services.create',
    operation: 'POST /api/v1/service/create',
    input: () => ours({ ...form, ...overrides }),
    request: () => ({ body: { ...form, ...overrides } }),
  });
  const created = async () => {
    const made = await world(app());
    await createService(app().deps, made.admin.actor, createServiceInput.parse({ ...ours(form), requestId: KEY }));
    return made;
  };
  const keyed = (overrides: Partial<typeof form> = {}) => ({
    ...creating(overrides),
    arrange: created,
    headers: () => ({ 'idempotency-key': KEY }),
    input: () => ({ ...ours({ ...form, ...overrides }), requestId: KEY }),
  });
  const updating = (overrides: Partial<typeof form> = {}) => ({
    ...common,
    procedure: 'admin.services.update',
    operation: 'PUT /api/v1/service/update/{id}',
    input: ({ service }: World) => ({ id: service.id, ...ours({ ...form, ...overrides }) }),
    request: ({ service }: World) => ({ params: { id: service.id }, body: { ...form, ...overrides } }),
  });
  const deleting = {
    ...common,
    procedure: 'admin.services.delete',
    operation: 'DELETE /api/v1/service/delete/{id}',
    input: ({ service }: World) => ({ id: service.id }),
    request: ({ service }: World) => ({ params: { id: service.id } }),
  };
  const alreadyDeleted = async () => {
    const made = await world(app());
    await deleteService(app().deps, made.admin.actor, made.service);
    return made;
  };
  const byCustomer = { caller: ({ customer }: World) => customer, refused: 'forbidden' as const };
  const badFields: [string, Partial<typeof form>][] = [
    ['no name', { name: '  ' }],
    ['no description', { description: '' }],
    ['an image that runs', { image: 'javascript:alert(1)' }],
    ['a category that there is not', { category: 'myspace' }],
    ['a price below zero', { price: -1 }],
    ['a minimum below 10', { min: 9 }],
    ['a maximum of 10', { min: 10, max: 10 }],
    ['a maximum below the minimum', { min: 100, max: 99 }],
    ['no time at all', { avgTime: 0 }],
  ];
  return [
    apiCase({ ...creating(), name: 'a new service' }),
    ...badFields.map(([what, overrides]) =>
      apiCase({ ...creating(overrides), name: `a new service with ${what}`, refused: 'bad_input' }),
    ),
    apiCase({ ...keyed(), name: 'the same service with the same key' }),
    apiCase({ ...keyed({ max: 4999 }), name: 'another service with the same key', refused: 'idempotency_conflict' }),
    apiCase({ ...creating({ category: undefined }), name: 'a new service without a category', refused: 'bad_input' }),
    apiCase({ ...updating({ category: undefined }), name: 'a service changed to no category', refused: 'bad_input' }),
    apiCase({ ...creating(), ...byCustomer, name: 'a new service by a customer' }),
    apiCase({ ...creating(), name: 'a new service by nobody', caller: undefined, refused: 'unauthenticated' }),
    apiCase({ ...updating({ price: 1.5 }), name: 'a changed service' }),
    apiCase({ ...updating({ max: 9 }), name: 'a service changed wrongly', refused: 'bad_input' }),
    apiCase({
      ...updating(),
      name: 'a change of a deleted service',
      refused: 'service_not_found',
      arrange: alreadyDeleted,
    }),
    apiCase({ ...updating(), ...byCustomer, name: 'a change by a customer' }),
    apiCase({ ...deleting, name: 'deleting a service' }),
    apiCase({ ...deleting, name: 'deleting a service twice', refused: 'service_not_found', arrange: alreadyDeleted }),
    apiCase({ ...deleting, ...byCustomer, name: 'deleting by a customer' }),
  ];
}

/** The newest service, and whether it is deleted; factories number their names, and each world has its own admin. */
async function newestService({ db }: TestApp) {
  const [row] = await db.select().from(services).orderBy(desc(services.id)).limit(1);
  if (!row) return undefined;
  const { id: _, createdAt: __, updatedAt: ___, createdBy: ____, deletedAt, name, formerNames, ...rest } = row;
  const [shownName, ...shownFormerNames] = [name, ...formerNames].map((each) =>
    each.replace(/^Followers .*/, 'Followers'),
  );
  return { ...rest, name: shownName, formerNames: shownFormerNames, deleted: deletedAt !== null };
}
