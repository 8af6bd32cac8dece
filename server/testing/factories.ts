import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { acknowledgedMissing } from '#db/schema/missing.ts';
import { notices } from '#db/schema/notices.ts';
import { queueClaims } from '#db/schema/queue.ts';
import { savedReplies } from '#db/schema/saved-replies.ts';
import { services } from '#db/schema/services.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';
import type { RequestRechargeInput } from '#shared/balance.ts';
import type { JobKind, StartJobInput } from '#shared/jobs.ts';
import { MAX_MOVE_NANOS, micros, NANOS_PER_DOLLAR, type Nanos, nanos } from '#shared/money.ts';
import type { PlaceOrderInput } from '#shared/orders.ts';
import type { RequestKind } from '#shared/request-status.ts';
import { isPackage, ruleOf } from '#shared/service-types.ts';
import type { ThenOrder } from '#shared/then-orders.ts';
import type { OpenTicketInput } from '#shared/tickets.ts';
import type { Actor, Role } from '#shared/users.ts';
import type { WriteDeps } from '../base/deps.ts';
import { phoneColumns } from '../base/identity/phone-number.ts';
import { startJob } from '../features/jobs/start-job.ts';
import { placeOrder } from '../features/orders/place-order.ts';
import { askRequest } from '../features/orders/requests/ask-request.ts';
import { requestRecharge } from '../features/recharges/request-recharge.ts';
import type { TicketDeps } from '../features/tickets/notify-of-ticket.ts';
import { openTicket } from '../features/tickets/open-ticket.ts';
import { giveBalance } from '../features/wallet/give-balance.ts';
import { openWallet } from '../money/wallets.ts';
import { withoutEvents } from './without-events.ts';

/** $1 in nano-dollars. */
export const DOLLAR = nanos(NANOS_PER_DOLLAR);

/** Dollars in nano-dollars. */
export function dollars(amount: number): Nanos {
  return nanos(Math.round(amount * DOLLAR));
}

/** A user in the database, without a session: the caller of verbs. */
export interface TestUser {
  id: number;
  userName: string;
  actor: Actor;
}

interface UserOverrides {
  userName?: string;
  name?: string;
  phone?: string;
  role?: Role;
  /** Granted by a separate admin, so that the ledger proves it. */
  balanceNanos?: Nanos;
}

/** Of 24 random bytes that are not stored anywhere. */
const NOBODYS_HASH = '$argon2id$v=19$m=1024,t=2,p=1$aVlWuvYvN0XsbR+u2rIWcw$qd1ISQ109lq5U2fSQbxjQDzHLcWWsMUJ8lmlI5WL8jE';

/** A customer with an empty wallet and no usable password. */
export async function makeUser(db: Db, overrides: UserOverrides = {}): Promise<TestUser> {
  const {
    role = 'user',
    balanceNanos = nanos(0),
    userName = unique('user'),
    name = 'Some Body',
    phone = '01700000000',
  } = overrides;
  const user = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(users)
      .values({
        userName,
        name,
        ...phoneColumns(phone),
        role,
        email: `${userName}@example.com`,
        passwordHash: NOBODYS_HASH,
      })
      .returning({ id: users.id });
    if (!row) throw new Error('inserting a user returned no row');
    await openWallet(tx, row.id);
    const actor: Actor = { id: row.id, role, ...(role === 'admin' && { isReauthenticated: true }) };
    return { id: row.id, userName, actor };
  });
  await giveMoney(db, user.id, balanceNanos);
  return user;
}

/** An admin with an empty wallet, who as a caller of verbs has re-authenticated. */
export function makeAdmin(db: Db, overrides: Omit<UserOverrides, 'role'> = {}): Promise<TestUser> {
  return makeUser(db, { userName: unique('admin'), ...overrides, role: 'admin' });
}

/** Grants a customer this amount, in as many grants as necessary. */
export async function giveMoney(db: Db, userId: number, amountNanos: Nanos): Promise<void> {
  if (amountNanos === 0) return;
  const admin = await makeAdmin(db);
  for (let left: number = amountNanos; left > 0; left -= MAX_MOVE_NANOS) {
    await giveBalance(withoutEvents(db), admin.actor, {
      id: userId,
      amountNanos: nanos(Math.min(left, MAX_MOVE_NANOS)),
      requestId: randomUUID(),
    });
  }
}

type ServiceOverrides = Partial<typeof services.$inferInsert>;

/** A service at $1 per 1000 units, sold from 10 to 10,000, or from one comment on. A package costs $1. */
export async function makeService(db: Db, overrides: ServiceOverrides = {}): Promise<typeof services.$inferSelect> {
  const { type = 'default' } = overrides;
  const { per, leastMin } = ruleOf(type);
  const [service] = await db
    .insert(services)
    .values({
      name: unique('Followers '),
      description: 'Real ones.',
      category: 'instagram',
      priceMicros: micros(1_000_000),
      per,
      min: leastMin,
      max: isPackage(type) ? 1 : 10_000,
      avgTimeHours: 1,
      ...overrides,
    })
    .returning();
  if (!service) throw new Error('inserting a service returned no row');
  return service;
}

/** An active payment method. */
export async function makePaymentMethod(
  db: Db,
  overrides: Partial<typeof paymentMethods.$inferInsert> = {},
): Promise<typeof paymentMethods.$inferSelect> {
  const [method] = await db
    .insert(paymentMethods)
    .values({ name: unique('Pay '), kind: 'mobile', recipient: '01700000000', ...overrides })
    .returning();
  if (!method) throw new Error('inserting a payment method returned no row');
  return method;
}

/** An order of 1000 units, of a new service by default. Other types than the default need `quantity: undefined`. */
export async function makeOrder(db: Db, customer: TestUser, overrides: Partial<PlaceOrderInput> = {}) {
  const serviceId = overrides.serviceId ?? (await makeService(db)).id;
  const input = { link: 'https://example.com/post', quantity: 1000, ...overrides, serviceId };
  return (await placeOrder(withoutEvents(db), customer.actor, input, UNLIMITED)).order;
}

/** An order whose service allows every request. */
export async function makeAskableOrder(
  db: Db,
  customer: TestUser,
  service: ServiceOverrides = {},
  order: Partial<PlaceOrderInput> = {},
) {
  const offered = { refillDays: 30, cancel: true, speedUp: true, ...service };
  return makeOrder(db, customer, { ...order, serviceId: (await makeService(db, offered)).id });
}

/** A pending request about a new order by default, and by default to cancel it. */
export async function makeRequest(db: Db, customer: TestUser, overrides: { id?: number; kind?: RequestKind } = {}) {
  const id = overrides.id ?? (await makeAskableOrder(db, customer)).id;
  return askRequest(withoutEvents(db), customer.actor, { kind: 'cancel', ...overrides, id });
}

/** A pending recharge of $10, with a new method unless one is given. */
export async function makeRecharge(db: Db, customer: TestUser, overrides: Partial<RequestRechargeInput> = {}) {
  const method = overrides.method ?? (await makePaymentMethod(db)).name;
  const input = { amountNanos: dollars(10), reference: unique('TX'), ...overrides, method };
  return requestRecharge(withoutEvents(db), customer.actor, input, ANY_RECHARGE);
}

/** The input of an order of 1000 units, of a new service by default, that waits for a recharge; $1 as expected. */
export async function makeThenOrder(db: Db, overrides: Partial<ThenOrder> = {}): Promise<ThenOrder> {
  const serviceId = overrides.serviceId ?? (await makeService(db)).id;
  const order = { link: 'https://example.com/post', quantity: 1000, expectedChargeNanos: DOLLAR };
  return { ...order, requestId: randomUUID(), ...overrides, serviceId };
}

/** A ticket that waits for the support. */
export function makeTicket(deps: TicketDeps, customer: TestUser, overrides: Partial<OpenTicketInput> = {}) {
  return openTicket(deps, customer.actor, { subject: 'My order', message: 'Where is it?', ...overrides });
}

/** An acknowledged order of $1 that the database lacks. */
export async function makeMissing(db: Db, customer: TestUser, overrides: Partial<MissingRow> = {}) {
  const [missing] = await db
    .insert(acknowledgedMissing)
    .values({
      fingerprint: randomUUID(),
      kind: 'order_charge',
      userId: customer.id,
      seq: 2,
      amountNanos: nanos(-DOLLAR),
      balanceAfterNanos: dollars(9),
      requestId: randomUUID(),
      orderId: 4_711,
      createdAt: new Date(),
      serviceId: 1,
      serviceName: 'Page Likes',
      link: 'https://example.com/lost',
      quantity: 1000,
      chargeNanos: DOLLAR,
      acknowledgedAt: new Date(),
      ...overrides,
    })
    .returning();
  if (!missing) throw new Error('inserting a missing entry returned no row');
  return missing;
}

type MissingRow = typeof acknowledgedMissing.$inferInsert;

/** An email that is set aside. */
export async function makeSetAside(db: Db, overrides: Partial<typeof queueClaims.$inferInsert> = {}) {
  const id = randomInt(1, 2 ** 31);
  const values = { kind: 'mail', id, what: 'Reset', attempts: 3, alone: 2, setAsideAt: new Date(), ...overrides };
  await db.insert(queueClaims).values(values);
  return values;
}

/** A banner for all users. */
export async function makeNotice(
  db: Db,
  overrides: Partial<typeof notices.$inferInsert> = {},
): Promise<typeof notices.$inferSelect> {
  const [notice] = await db
    .insert(notices)
    .values({ title: 'Eid', body: 'We rest.', kind: 'banner', level: 'info', dismissible: true, ...overrides })
    .returning();
  if (!notice) throw new Error('inserting a notice returned no row');
  return notice;
}

/** A saved reply. */
export async function makeSavedReply(
  db: Db,
  overrides: Partial<typeof savedReplies.$inferInsert> = {},
): Promise<typeof savedReplies.$inferSelect> {
  const [reply] = await db
    .insert(savedReplies)
    .values({ title: unique('On its way '), text: 'Dear {name}, {order} comes soon.', ...overrides })
    .returning();
  if (!reply) throw new Error('inserting a saved reply returned no row');
  return reply;
}

interface JobOverrides {
  kind?: JobKind;
  decision?: string;
  rows?: { id: number; expectedStatus: string }[];
  reason?: string;
  requestId?: string;
}

/** A job on one order that does not exist, unless rows are given. It waits for eight seconds; see `makeDue`. */
export async function makeJob(deps: WriteDeps, admin: TestUser, overrides: JobOverrides = {}) {
  const rows = [{ id: 1_000_000_000, expectedStatus: 'pending' }];
  const input = { kind: 'orders', decision: 'complete', rows, ...overrides } as StartJobInput;
  return (await startJob(deps, { ...admin.actor, isReauthenticated: true }, input)).job;
}

/** Ends the wait of all jobs. */
export async function makeDue(db: Db): Promise<void> {
  await db.execute(sql`update jobs set starts_at = now() where ended_at is null and starts_at > now()`);
}

/** For tests without rate limits. */
export const UNLIMITED = { ordersPerMinute: 1_000_000, rechargeRequestsPer10Minutes: 1_000_000 };
/** Options of {@link requestRecharge} for tests that do not test its refusals. */
export const ANY_RECHARGE = { limits: UNLIMITED, production: false };

function unique(prefix: string): string {
  return `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

/** A webhook with a failed delivery, as rows only: its secret can not be read, so nothing is sent. */
export async function makeStoredWebhook(db: Db, { id: userId }: Pick<TestUser, 'id'>) {
  const values = {
    userId,
    url: 'https://example.com/hook',
    events: ['order.changed' as const],
    sealedSecret: 'v1.keyid0000000.a.b',
  };
  const [webhook] = await db.insert(webhooks).values(values).returning({ id: webhooks.id });
  const webhookId = webhook?.id ?? 0;
  const failed = {
    webhookId,
    event: 'order.changed',
    subjectId: 1,
    status: 'failed',
    error: 'timed_out',
    needsRelay: false,
  } as const;
  const [delivery] = await db.insert(webhookDeliveries).values(failed).returning({ id: webhookDeliveries.id });
  return { webhookId, deliveryId: delivery?.id ?? 0 };
}
