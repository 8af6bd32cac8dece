import { desc, type SQL, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { mailOutbox } from '../db/schema/mail.ts';
import type { Passwords } from './features/auth/passwords.ts';
import { calls } from './rest/calls.ts';
import { PANEL_ORIGIN, type SignedInUser, startTestApp, type TestApp } from './testing/app.ts';
import { DOLLAR, giveMoney, makeOrder, makePaymentMethod, makeRecharge, makeService } from './testing/factories.ts';
import { addressOf, listProcedures, validCallInput, validInput } from './testing/inventory.ts';

const lines: string[] = [];
let app: TestApp;

/** Found in every hash, token and text that a call sends or writes, so that one search finds any of them in the log. */
const CANARY = 'canary';
const hasher = { hash: async () => `$argon2id$${CANARY}`, verify: async () => true };
const passwords: Passwords = { ...hasher, inTurn: (_caller, work) => work(hasher), isOutdated: () => false };

beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ passwords, app: { logger }, env: { PASSWORD_RESETS_PER_HOUR: '1000000' } });
  await app.db.execute(sql`
    create function fail_with_row() returns trigger language plpgsql as $$
    begin
      raise exception 'refused the row %', coalesce(new, old) using detail = format('Key (row)=(%s)', coalesce(new, old));
    end $$`);
});

afterAll(() => app?.close());

const mutations = listProcedures().filter(({ type }) => type === 'mutation');
const writingCalls = calls.filter(({ method }) => method !== 'GET');
/** Which mutation met which error: `auth.register: row of users`. */
const failed = new Set<string>();

const tables = [
  'accounts',
  'changes',
  'email_changes',
  'grants',
  'ledger',
  'mail_outbox',
  'order_events',
  'orders',
  'password_resets',
  'payment_methods',
  'rate_limits',
  'recharges',
  'refresh_tokens',
  'services',
  'sessions',
  'settings',
  'users',
];

test('every table is made to fail', async () => {
  const rows = await app.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('__'))
      .sort(),
  ).toEqual(tables);
});

test.each(tables)('nothing that was sent or written is logged where a row of %s is refused', async (table) => {
  const on = sql.identifier(table);
  await tryEverything({
    name: `row of ${table}`,
    begin: sql`create trigger fail before insert or update or delete on ${on} for each row execute function fail_with_row()`,
    end: sql`drop trigger fail on ${on}`,
  });
});

test.each(tables)('nothing that was sent is logged where %s can not be read', async (table) => {
  await tryEverything({
    name: `read of ${table}`,
    begin: sql`alter table ${sql.identifier(table)} rename to elsewhere`,
    end: sql`alter table elsewhere rename to ${sql.identifier(table)}`,
  });
});

test('each mutation of either door has met such an error, and those that write secrets met it at the secret', () => {
  const names = [...mutations.map(({ path }) => path), ...writingCalls.map(({ method, path }) => `${method} ${path}`)];
  const met = [...failed];
  expect(names.filter((name) => !met.some((each) => each.startsWith(`${name}: row of `)))).toEqual([]);
  expect(met).toEqual(
    expect.arrayContaining([
      'auth.register: row of users',
      'auth.login: row of refresh_tokens',
      'auth.forgotPassword: row of mail_outbox',
      'auth.resetPassword: row of users',
      'auth.changePassword: row of users',
      'orders.place: row of orders',
    ]),
  );
});

interface Fault {
  name: string;
  begin: SQL;
  end: SQL;
}

/** Calls every mutation through both doors while something is broken, and searches the log afterwards. */
async function tryEverything(fault: Fault): Promise<void> {
  const scene = await makeScene();
  lines.length = 0;
  for (const { path, input } of mutations) {
    const body = JSON.stringify(plant(path, validInput({ input }), scene, input) ?? {});
    const headers = headersOf(await callerOf(path.startsWith('admin.'), scene));
    await during(fault, path, () => fetch(`${app.url}/trpc/${path}`, { method: 'POST', headers, body }));
  }
  for (const call of writingCalls) {
    const name = `${call.method} ${call.path}`;
    const input = validCallInput(call);
    const params = plant(name, input.params, scene, call.params) as Record<string, unknown> | undefined;
    const body = call.body && JSON.stringify(plant(name, input.body, scene, call.body));
    const { 'content-type': type, ...others } = headersOf(await callerOf(call.access === 'admin', scene));
    const headers = body ? { 'content-type': type, ...others } : others;
    const address = app.url + addressOf(call, { params });
    await during(fault, name, () => fetch(address, { method: call.method, headers, body }));
  }
  expect(lines.length).toBeGreaterThan(0);
  const secrets = new RegExp(
    [
      CANARY,
      'argon2',
      'reset-password/',
      'confirm-email/',
      scene.resetToken,
      scene.emailToken,
      '"params"',
      '"detail"',
    ].join('|'),
    'i',
  );
  expect(lines.filter((line) => secrets.test(line))).toEqual([]);
}

interface Scene {
  admin: SignedInUser;
  /** Whom admins decide about, with an order and a recharge that wait. */
  customer: SignedInUser;
  orderId: number;
  rechargeId: number;
  serviceId: number;
  method: string;
  methodId: number;
  resetToken: string;
  emailToken: string;
}

async function makeScene(): Promise<Scene> {
  const { db } = app;
  const [admin, customer] = [await app.createAdminUser(), await makeCanary()];
  const asTestUser = {
    id: customer.user.id,
    userName: customer.user.userName,
    actor: { id: customer.user.id, role: 'user' },
  } as const;
  await giveMoney(db, customer.user.id, 20 * DOLLAR);
  const [{ id: serviceId }, { id: methodId, name: method }] = [await makeService(db), await makePaymentMethod(db)];
  const order = await makeOrder(db, asTestUser, { serviceId });
  const recharge = await makeRecharge(db, asTestUser, { method });
  await app.post('auth.forgotPassword', { email: customer.user.email });
  const resetToken = await mailedToken();
  // The link to the address of today comes last, so that it is the newest mail.
  const profile = { name: 'Canary', email: `later-${customer.user.email}`, phone: '+8801700000000' };
  await fetch(`${app.url}/api/v1/user/update`, {
    method: 'PUT',
    headers: headersOf(customer),
    body: JSON.stringify(profile),
  });
  const emailToken = await mailedToken();
  return {
    admin,
    customer,
    orderId: order.id,
    rechargeId: recharge.id,
    serviceId,
    method,
    methodId,
    resetToken,
    emailToken,
  };
}

/** The token in the link of the newest mail. */
async function mailedToken(): Promise<string> {
  const [mail] = await app.db.select({ body: mailOutbox.body }).from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(1);
  return /(?:reset-password|confirm-email)\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
}

/** Somebody of their own for each call, as some calls end the session. */
async function callerOf(isAdmin: boolean, { admin }: Scene): Promise<SignedInUser> {
  if (isAdmin) return admin;
  const canary = await makeCanary();
  await giveMoney(app.db, canary.user.id, DOLLAR);
  return canary;
}

let canaries = 0;
function makeCanary(): Promise<SignedInUser> {
  const userName = `${CANARY}${++canaries}`;
  const password = `${CANARY} password`;
  return app.registerUser({
    userName,
    name: 'Canary',
    email: `${userName}@example.com`,
    password,
    confirmPassword: password,
  });
}

function headersOf({ accessToken, cookie }: SignedInUser) {
  return { 'content-type': 'application/json', origin: PANEL_ORIGIN, authorization: `Bearer ${accessToken}`, cookie };
}

/** Puts a canary into every text field that takes one, and ids of the scene into the others. */
function plant(name: string, sample: unknown, scene: Scene, schema: z.ZodType | undefined): unknown {
  if (!schema || typeof sample !== 'object' || sample === null) return sample;
  let planted = sample as Record<string, unknown>;
  for (const [field, value] of Object.entries({ ...canaryFields, ...fieldsOf(name, scene) })) {
    const { success } = schema.safeParse({ ...planted, [field]: value });
    if (success && (field in planted || optionalFields.has(field))) planted = { ...planted, [field]: value };
  }
  return planted;
}

/** Samples leave these out, and there is something to be seen only where they are given. */
const optionalFields = new Set(['reason', 'currentPassword']);

const canaryFields = {
  name: 'Canary name',
  description: 'A canary description',
  reason: 'A canary reason',
  link: 'https://canary.example/p',
  image: 'https://canary.example/p.png',
  reference: 'CANARY1',
  recipient: '01CANARY',
  currentPassword: 'canary password',
  newPassword: 'another canary password',
};

function fieldsOf(name: string, scene: Scene): Record<string, unknown> {
  const id = idFor(name, scene);
  const isLogin = /login/i.test(name);
  const number = ++canaries;
  const { user, password } = scene.customer;
  return {
    id: name.startsWith('auth') ? number : id,
    _id: String(id),
    serviceId: scene.serviceId,
    quantity: 100,
    method: scene.method,
    paymentMethod: scene.method,
    token: name === 'auth.confirmEmail' ? scene.emailToken : scene.resetToken,
    userName: isLogin ? user.userName : `new-canary-${number}`,
    email: /forgot/i.test(name) ? user.email : `new-canary-${number}@example.com`,
    password,
    confirmPassword: password,
  };
}

function idFor(name: string, scene: Scene): number | string {
  const isParameter = name.includes('/');
  const id = /order|approve/i.test(name)
    ? scene.orderId
    : /recharge|balance\/update/i.test(name)
      ? scene.rechargeId
      : /service/i.test(name)
        ? scene.serviceId
        : /method/i.test(name)
          ? scene.methodId
          : scene.customer.user.id;
  return isParameter ? String(id) : id;
}

async function during({ name: fault, begin, end }: Fault, name: string, call: () => Promise<Response>): Promise<void> {
  await app.db.execute(begin);
  try {
    const { status } = await call();
    if (status === 500) failed.add(`${name}: ${fault}`);
  } finally {
    await app.db.execute(end);
  }
}
