import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secondFactors } from '#db/schema/second-factors.ts';
import { settings } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { nanos } from '#shared/money.ts';
import { updateSettings } from '../../features/settings/update-settings.ts';
import { send } from '../apis.ts';
import { startTestApp, type TestApp, testApp } from '../app.ts';
import { askForExport } from '../export-file.ts';
import { makeAdmin, makeService } from '../factories.ts';
import { follow } from '../live.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../people.ts';
import { codeOf } from '../refusal.ts';
import { callProcedure, callRoute } from '../role-calls.ts';
import { expectedOf } from '../role-outcomes.ts';
import type { RoleCase } from '../role-requests.ts';
import { type Route, routeTable } from '../role-routes.ts';
import { makeScene, type Scene } from '../role-scene.ts';
import { type Procedure, procedureTable } from '../role-table.ts';
import { startSecondApp } from '../second-app.ts';

/** A shop that requires a second factor of its admins. */
const clientDir = mkdtempSync(join(tmpdir(), 'panel-factor-'));
mkdirSync(join(clientDir, 'assets'));
writeFileSync(join(clientDir, 'index.html'), '<!doctype html>');
writeFileSync(join(clientDir, 'assets/page.js'), '');
const env = { REQUIRE_ADMIN_2FA: '1', PASSWORD_RESETS_PER_HOUR: '1000' };
const app = await testApp({ env, app: { clientDir } });
afterAll(() => rmSync(clientDir, { recursive: true }));

const MISSING = 'second_factor_missing';

/** A confirmed factor, as an authenticator app's first code makes it. */
async function enroll({ db }: TestApp, { id }: { id: number }): Promise<void> {
  await db.insert(secondFactors).values({ userId: id, sealedSecret: 'not read here', confirmedAt: sql`now()` });
}

const procedures = Object.keys(procedureTable) as Procedure[];
/** Procedures that visitors may call read no user; those of one's own account serve to enrol. */
const isOpen = ([row]: RoleCase) => expectedOf(row, 'anonymous') !== 'unauthenticated';
const isOwnAccount = (procedure: Procedure) => /^(auth|keys)\.(?!updateProfile|create|roll)/.test(procedure);
const routes = Object.keys(routeTable) as Route[];
const isRouteOpen = (route: Route) =>
  // Visitors may read the list, but whoever sends a token is asked who they are.
  route !== 'GET /api/v1/service/getAll' && (route.includes('/trpc/:path') || isOpen(routeTable[route]));

/** A scene whose caller is an admin without a second factor. */
async function makeAdminScene(): Promise<Scene> {
  return makeScene(app, 'admin', 'admin');
}

describe('an admin without the second factor that the shop requires', () => {
  let closed: Scene;
  beforeAll(async () => {
    closed = await makeAdminScene();
  });

  test.each(procedures.filter((name) => !isOpen(procedureTable[name]) && !isOwnAccount(name)))(
    'can not call %s',
    async (procedure) => {
      const [, requestFor] = procedureTable[procedure];
      const request = (await requestFor?.(closed)) ?? {};
      expect(await callProcedure(app, procedure, closed.caller, request)).toBe(MISSING);
    },
  );

  test.each(routes.filter((route) => !isRouteOpen(route)))('can not call %s', async (route) => {
    const [, requestFor] = routeTable[route];
    const request = (await requestFor?.(closed)) ?? {};
    expect(await callRoute(app, route, closed.caller, request)).toBe(MISSING);
  });

  test.each(procedures.filter((name) => isOpen(procedureTable[name]) || isOwnAccount(name)))(
    'can call %s',
    async (procedure) => {
      const [row, requestFor] = procedureTable[procedure];
      const scene = await makeAdminScene();
      const request = (await requestFor?.(scene)) ?? {};
      expect(await callProcedure(app, procedure, scene.caller, request)).toBe(expectedOf(row, 'admin'));
    },
  );

  test('can not call them in a batch either', async () => {
    const response = await fetch(`${app.url}/trpc/admin.stats,auth.me,orders.list?batch=1&input={"2":{}}`, {
      headers: { authorization: `Bearer ${closed.caller?.accessToken}` },
    });
    const answers = (await response.json()) as { error?: { data: { domainCode: string } } }[];
    expect(answers.map(({ error }) => error?.data.domainCode)).toEqual([MISSING, undefined, MISSING]);
  });

  test('is told so with 403, over each API', async () => {
    const caller = closed.caller;
    for (const path of ['/trpc/admin.stats', '/api/v1/user/getAll', '/api/v1/service/getAllOrders']) {
      expect(await send(app, 'GET', path, { caller })).toMatchObject({
        status: 403,
        message: 'Admins of this shop need two-factor authentication. Set it up in your profile first.',
      });
    }
    expect((await askForExport(app, caller, 'all-orders')).status).toBe(403);
  });
});

test('everything opens with the confirmation, and not before', async () => {
  const admin = await makeSignedInAdmin(app);
  const client = app.client(admin.accessToken);
  await app.db.insert(secondFactors).values({ userId: admin.id, sealedSecret: 'not read here' });
  expect(await codeOf(client.admin.stats.query())).toBe(MISSING);
  await app.db.update(secondFactors).set({ confirmedAt: sql`now()` }).where(eq(secondFactors.userId, admin.id));
  await client.admin.stats.query();
  expect((await send(app, 'GET', '/api/v1/user/getAll', { caller: admin })).status).toBe(200);
  expect((await askForExport(app, admin, 'users')).status).toBe(200);
  (await follow(app.url, admin.accessToken)).leave();
  await app.db.delete(secondFactors).where(eq(secondFactors.userId, admin.id));
  expect(await codeOf(client.admin.stats.query())).toBe(MISSING);
});

test('customers need none, until one becomes an admin', async () => {
  const customer = await makeCustomer(app);
  const client = app.client(customer.accessToken);
  await client.orders.list.query({});
  expect((await send(app, 'GET', '/api/v1/service/getAllOrders', { caller: customer })).status).toBe(200);
  await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, customer.id));
  expect(await codeOf(client.orders.list.query({}))).toBe(MISSING);
});

describe('turning the setting on', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startTestApp();
  });
  afterAll(() => shop?.close());

  const require = async (isRequired: boolean) => {
    const { actor } = await makeAdmin(shop.db);
    await updateSettings(shop.deps, actor, { requireAdminSecondFactor: isRequired });
  };

  test('ends the streams of admins without one, also those of another process, and no others', async () => {
    const there = await startSecondApp(shop);
    const [bare, enrolled] = [await makeSignedInAdmin(shop), await makeSignedInAdmin(shop)];
    await enroll(shop, enrolled);
    const customer = await makeCustomer(shop);
    const open = (url: string, who: Person) => follow(url, who.accessToken);
    const ending = [await open(shop.url, bare), await open(there.url, bare)];
    const staying = [await open(shop.url, enrolled), await open(there.url, customer)];
    await require(true);
    for (const { ended } of ending) expect(await codeOf(ended.then(thrown))).toBe(MISSING);
    expect(await codeOf(open(shop.url, bare))).toBe(MISSING);
    expect(await codeOf(shop.client(bare.accessToken).admin.stats.query())).toBe(MISSING);
    shop.deps.events.publish('notices');
    for (const { hears } of staying) await hears({ kind: 'notice' });

    await require(false);
    await shop.client(bare.accessToken).admin.stats.query();
    for (const { leave } of staying) leave();
    await there.close();
  });

  test('ends an export in the middle of the file', async () => {
    const admin = await makeSignedInAdmin(shop);
    await insertLongOrders(shop, await makeCustomer(shop));
    const answer = await askForExport(shop, admin, 'all-orders');
    const reader = answer.body?.getReader();
    await reader?.read();
    await require(true);
    const readOn = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readOn()).rejects.toThrow('terminated');
    expect((await askForExport(shop, admin, 'all-orders')).status).toBe(403);
    await require(false);
  });

  test('is not needed where the environment requires it', async () => {
    await app.db.update(settings).set({ requireAdminSecondFactor: false });
    const admin = await makeSignedInAdmin(app);
    expect(await codeOf(app.client(admin.accessToken).admin.stats.query())).toBe(MISSING);
  });
});

/** More pages than the network buffers hold for a client that does not read; without a ledger, which the export does not read. */
async function insertLongOrders({ db }: TestApp, { id }: Person): Promise<void> {
  const service = await makeService(db);
  const link = `https://example.com/${'x'.repeat(2_028)}`;
  await db.execute(sql`
    insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
    select ${id}, ${service.id}, 'Likes', ${link}, 10, 1::bigint, ${nanos(10)}::bigint from generate_series(1, 20000)`);
}

function thrown(reason: unknown): never {
  throw reason;
}
