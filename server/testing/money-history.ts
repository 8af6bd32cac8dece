import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { micros, nanos } from '#shared/money.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { reverseRecharge } from '../features/recharges/reverse-recharge.ts';
import { giveBalance } from '../features/wallet/give-balance.ts';
import {
  DOLLAR,
  dollars,
  makeAdmin,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeService,
  makeUser,
  type TestUser,
} from './factories.ts';
import { withoutEvents } from './without-events.ts';

/** Every kind of entry and every status at least once. The customer is user 1 with account 4. */
export async function makeMoneyHistory(db: Db): Promise<{ customer: TestUser; admin: TestUser }> {
  const customer = await makeUser(db);
  const admin = await makeAdmin(db);
  await giveBalance(withoutEvents(db), admin.actor, { id: customer.id, amountNanos: dollars(20) });
  await giveBalance(withoutEvents(db), admin.actor, { id: customer.id, amountNanos: nanos(-DOLLAR) });
  const method = (await makePaymentMethod(db)).name;
  for (const decision of ['approve', 'reject', undefined] as const) {
    const { id } = await makeRecharge(db, customer, { method });
    if (decision) await decideRecharge(withoutEvents(db), admin.actor, { id, decision });
  }
  const wrong = await makeRecharge(db, customer, { method });
  await decideRecharge(withoutEvents(db), admin.actor, { id: wrong.id, decision: 'approve' });
  await reverseRecharge(withoutEvents(db), admin.actor, { id: wrong.id, reason: 'Never arrived' });
  const decide = (id: number, decision: 'complete' | 'reject' | 'processing' | 'partial') =>
    decideOrder(withoutEvents(db), admin.actor, { id, decision, remaining: decision === 'partial' ? 100 : undefined });
  const service = await makeService(db);
  for (const decisions of [
    [],
    ['complete'],
    ['reject'],
    ['reject', 'complete'],
    ['processing'],
    ['partial'],
  ] as const) {
    const { id } = await makeOrder(db, customer, { serviceId: service.id });
    for (const decision of decisions) await decide(id, decision);
  }
  const free = await makeService(db, { priceMicros: micros(0) });
  await decide((await makeOrder(db, customer, { serviceId: free.id })).id, 'reject');
  return { customer, admin };
}

/** Bypasses every trigger, as an attacker with the database's password could. */
export async function tamper(db: Db, statement: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql.raw(statement));
  });
}
