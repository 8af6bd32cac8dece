import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NANOS_PER_DOLLAR, type Nanos, nanos } from '#shared/money.ts';
import { ADMIN } from '../panel.ts';
import type { Client } from './client.ts';
import { type ForwardedShop, orderForwarded } from './forwards/shop.ts';

const DOLLAR = nanos(NANOS_PER_DOLLAR);
/** Between two requests of one client, so that nothing is overloaded. */
const PAUSE_MS = 20;
/** An old supplier sells one after the other. */
const FORWARDED_PAUSE_MS = 200;
/** A re-authentication is good for ten minutes. */
const CONFIRM_EVERY_MS = 120_000;

/** The final state of a recharge. */
type Outcome = 'approved' | 'rejected' | 'reversed';

/** The acknowledged requests. Each must exist exactly once. */
export interface Acknowledged {
  orders: { requestId: string; userId: number; orderId: number; chargeNanos: Nanos }[];
  recharges: { requestId: string; userId: number; rechargeId: number; amountNanos: Nanos; outcome: Outcome }[];
  gifts: { requestId: string; userId: number; amountNanos: Nanos }[];
  /** Those of the orders whose services are bought at suppliers. */
  forwarded: { orderId: number; link: string }[];
}

/** The users and the service, created before the first fault. */
export interface Shop {
  admin: { accessToken: string };
  customers: { id: number; accessToken: string }[];
  serviceId: number;
  /** The service's minimum. */
  quantity: number;
  method: string;
}

/**
 * Registers the customers with a payment method. Their first balance is acknowledged too.
 * @param receiver the address of a webhook of each customer
 */
export async function makeShop(
  client: Client,
  size: number,
  receiver?: string,
): Promise<{ shop: Shop; acknowledged: Acknowledged }> {
  const acknowledged: Acknowledged = { orders: [], recharges: [], gifts: [], forwarded: [] };
  const { tokens } = await client.ask<SignedIn>('auth.login', ADMIN);
  const { items } = await client.ask<{ items: { id: number; min: number }[] }>('services.list?input=%7B%7D', undefined);
  const [service] = items;
  if (!service) throw new Error('The panel has no service to order');
  await confirmAdmin(client, tokens);
  const method = `Chaos ${randomUUID().slice(0, 8)}`;
  await client.ask('admin.paymentMethods.save', { ...METHOD, name: method }, tokens);
  const customers: Shop['customers'] = [];
  for (let nth = 0; nth < size; nth++) customers.push(await register(client, receiver));
  const shop = { admin: tokens, customers, serviceId: service.id, quantity: service.min, method };
  for (const { id } of customers) await give(client, shop, acknowledged, id, nanos(1_000 * DOLLAR));
  return { shop, acknowledged };
}

interface SignedIn {
  user: { id: number };
  tokens: { accessToken: string };
}

const METHOD = {
  kind: 'mobile',
  ussdCode: null,
  recipient: '01700000000',
  stepsBn: [],
  stepsEn: [],
  logo: null,
  active: true,
  position: 1,
};

/** Reversals, and giving much within an hour, require the admin's password again. */
async function confirmAdmin(client: Client, tokens: SignedIn['tokens']): Promise<void> {
  await client.ask('auth.reauthenticate', { password: ADMIN.password }, tokens);
}

async function register(client: Client, receiver?: string): Promise<Shop['customers'][number]> {
  const userName = `chaos${randomUUID().slice(0, 8)}`;
  const password = randomUUID();
  const person = { userName, name: 'Chaos', email: `${userName}@example.com`, phone: '01700000000' };
  const { user, tokens } = await client.ask<SignedIn>('auth.register', {
    ...person,
    password,
    confirmPassword: password,
  });
  if (receiver !== undefined) {
    await client.ask('auth.reauthenticate', { password }, tokens);
    await client.ask('webhooks.create', { url: receiver, events: ['order.changed', 'balance.changed'] }, tokens);
  }
  return { id: user.id, accessToken: tokens.accessToken };
}

/** Sends requests until `signal`, and finishes those in flight. */
export async function work(
  client: Client,
  shop: Shop,
  acknowledged: Acknowledged,
  signal: AbortSignal,
  forwardedShop?: ForwardedShop,
): Promise<void> {
  const until = async (once: () => Promise<void>, pauseMs = PAUSE_MS) => {
    while (!signal.aborted) {
      await once();
      await sleep(pauseMs);
    }
  };
  let confirmedMs = performance.now();
  const confirmInTime = async () => {
    if (performance.now() - confirmedMs < CONFIRM_EVERY_MS) return;
    await confirmAdmin(client, shop.admin);
    confirmedMs = performance.now();
  };
  await Promise.all([
    until(confirmInTime),
    ...shop.customers.flatMap((customer, nth) => [
      until(() => order(client, shop, acknowledged, customer)),
      until(() => readBalance(client, customer)),
      ...(forwardedShop
        ? [until(() => orderForwarded(client, forwardedShop, acknowledged, customer), FORWARDED_PAUSE_MS)]
        : []),
      ...(nth % 3 === 0 ? [until(() => recharge(client, shop, acknowledged, customer))] : []),
      ...(nth % 3 === 1 ? [until(() => give(client, shop, acknowledged, customer.id, DOLLAR))] : []),
    ]),
  ]);
}

async function order(client: Client, shop: Shop, { orders }: Acknowledged, customer: Shop['customers'][number]) {
  const requestId = randomUUID();
  const input = { serviceId: shop.serviceId, quantity: shop.quantity, link: 'https://example.com/chaos', requestId };
  const placed = await client.ask<{ order: { id: number; chargeNanos: Nanos } }>('orders.place', input, customer);
  const { id: orderId, chargeNanos } = placed.order;
  orders.push({ requestId, userId: customer.id, orderId, chargeNanos });
}

/** Of four recharges two are approved, one is approved and reversed, one is rejected. */
async function recharge(client: Client, shop: Shop, { recharges }: Acknowledged, customer: Shop['customers'][number]) {
  const requestId = randomUUID();
  const input = { method: shop.method, amountNanos: DOLLAR, reference: `TX-${requestId}`, requestId };
  const { id } = await client.ask<{ id: number }>('balance.requestRecharge', input, customer);
  const outcome = (['approved', 'approved', 'reversed', 'rejected'] as const)[recharges.length % 4] ?? 'approved';
  await client.ask(
    'admin.recharges.decide',
    { id, decision: outcome === 'rejected' ? 'reject' : 'approve' },
    shop.admin,
  );
  if (outcome === 'reversed') {
    // Nobody spends a whole wallet, so the amount can be taken back.
    await client.ask('admin.recharges.reverse', { id, reason: 'Chaos', requestId: randomUUID() }, shop.admin);
  }
  recharges.push({ requestId, userId: customer.id, rechargeId: id, amountNanos: DOLLAR, outcome });
}

async function give(client: Client, shop: Shop, { gifts }: Acknowledged, userId: number, amountNanos: Nanos) {
  const requestId = randomUUID();
  await client.ask('admin.users.giveBalance', { id: userId, amountNanos, requestId }, shop.admin);
  gifts.push({ requestId, userId, amountNanos });
}

async function readBalance(client: Client, customer: Shop['customers'][number]): Promise<void> {
  await client.ask('balance.get', undefined, customer);
}
