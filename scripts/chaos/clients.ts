import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NANOS_PER_DOLLAR, type Nanos, nanos } from '../../shared/money.ts';
import type { Asker } from './asker.ts';

const DOLLAR = nanos(NANOS_PER_DOLLAR);
/** Between two requests of one client, so that it is the faults that are seen and not an overload. */
const PAUSE_MS = 20;

/** What became of a recharge in the end. */
type Outcome = 'approved' | 'rejected' | 'reversed';

/** Everything that clients were told has happened; each of it has to be found exactly once. */
export interface Acknowledged {
  orders: { requestId: string; userId: number; orderId: number; chargeNanos: Nanos }[];
  recharges: { requestId: string; userId: number; rechargeId: number; amountNanos: Nanos; outcome: Outcome }[];
  gifts: { requestId: string; userId: number; amountNanos: Nanos }[];
}

/** Who takes part, made before anything is broken. */
export interface Cast {
  admin: { accessToken: string };
  customers: { id: number; accessToken: string }[];
  serviceId: number;
  /** Of the service's smallest order. */
  quantity: number;
  method: string;
}

/** Registers the customers and gives them a way to pay; what they are given at the start is acknowledged too. */
export async function makeCast(
  asker: Asker,
  admin: { userName: string; password: string },
  size: number,
): Promise<{ cast: Cast; acknowledged: Acknowledged }> {
  const acknowledged: Acknowledged = { orders: [], recharges: [], gifts: [] };
  const { tokens } = await asker.ask<SignedIn>('auth.login', admin);
  const { items } = await asker.ask<{ items: { id: number; min: number }[] }>('services.list?input=%7B%7D', undefined);
  const [service] = items;
  if (!service) throw new Error('The panel has no service to order');
  const method = `Chaos ${randomUUID().slice(0, 8)}`;
  await asker.ask('admin.paymentMethods.save', { ...METHOD, name: method }, tokens);
  const customers: Cast['customers'] = [];
  for (let nth = 0; nth < size; nth++) customers.push(await register(asker));
  const cast = { admin: tokens, customers, serviceId: service.id, quantity: service.min, method };
  for (const { id } of customers) await give(asker, cast, acknowledged, id, nanos(1_000 * DOLLAR));
  return { cast, acknowledged };
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

async function register(asker: Asker): Promise<Cast['customers'][number]> {
  const userName = `chaos${randomUUID().slice(0, 8)}`;
  const password = randomUUID();
  const person = { userName, name: 'Chaos', email: `${userName}@example.com`, phone: '01700000000' };
  const { user, tokens } = await asker.ask<SignedIn>('auth.register', {
    ...person,
    password,
    confirmPassword: password,
  });
  return { id: user.id, accessToken: tokens.accessToken };
}

/** Lets everybody work until `signal`, and each finish what they have begun. */
export async function work(asker: Asker, cast: Cast, acknowledged: Acknowledged, signal: AbortSignal): Promise<void> {
  const until = async (once: () => Promise<void>) => {
    while (!signal.aborted) {
      await once();
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(
    cast.customers.flatMap((customer, nth) => [
      until(() => order(asker, cast, acknowledged, customer)),
      until(() => readBalance(asker, customer)),
      ...(nth % 3 === 0 ? [until(() => recharge(asker, cast, acknowledged, customer))] : []),
      ...(nth % 3 === 1 ? [until(() => give(asker, cast, acknowledged, customer.id, DOLLAR))] : []),
    ]),
  );
}

async function order(asker: Asker, cast: Cast, { orders }: Acknowledged, customer: Cast['customers'][number]) {
  const requestId = randomUUID();
  const input = { serviceId: cast.serviceId, quantity: cast.quantity, link: 'https://example.com/chaos', requestId };
  const placed = await asker.ask<{ order: { id: number; chargeNanos: Nanos } }>('orders.place', input, customer);
  const { id: orderId, chargeNanos } = placed.order;
  orders.push({ requestId, userId: customer.id, orderId, chargeNanos });
}

/** Asks for a recharge, which an admin then approves or, one in four, rejects; one in four that was approved is taken back. */
async function recharge(asker: Asker, cast: Cast, { recharges }: Acknowledged, customer: Cast['customers'][number]) {
  const requestId = randomUUID();
  const input = { method: cast.method, amountNanos: DOLLAR, reference: `TX-${requestId}`, requestId };
  const { id } = await asker.ask<{ id: number }>('balance.requestRecharge', input, customer);
  const outcome = (['approved', 'approved', 'reversed', 'rejected'] as const)[recharges.length % 4] ?? 'approved';
  await asker.ask(
    'admin.recharges.decide',
    { id, decision: outcome === 'rejected' ? 'reject' : 'approve' },
    cast.admin,
  );
  if (outcome === 'reversed') {
    // Nobody spends a whole wallet here, so all of it is there to be taken.
    await asker.ask('admin.recharges.reverse', { id, reason: 'Chaos', requestId: randomUUID() }, cast.admin);
  }
  recharges.push({ requestId, userId: customer.id, rechargeId: id, amountNanos: DOLLAR, outcome });
}

async function give(asker: Asker, cast: Cast, { gifts }: Acknowledged, userId: number, amountNanos: Nanos) {
  const requestId = randomUUID();
  await asker.ask('admin.users.giveBalance', { id: userId, amountNanos, requestId }, cast.admin);
  gifts.push({ requestId, userId, amountNanos });
}

async function readBalance(asker: Asker, customer: Cast['customers'][number]): Promise<void> {
  await asker.ask('balance.get', undefined, customer);
}
