import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pgErrorOf } from '#db/errors.ts';
import { accounts, ledger } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { testDatabase } from '#db/testing/database.ts';
import { MAX_NANOS, micros, nanos } from '#shared/money.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import {
  DOLLAR,
  dollars,
  makeAdmin,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeService,
  makeUser,
} from '../testing/factories.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { checkLedger } from './check-ledger.ts';
import { moveMoney } from './move-money.ts';

const database = await testDatabase();

/** The database's error for a statement that bypasses the verbs; undefined if it is accepted. */
async function refusalOf(statement: string): Promise<string | undefined> {
  try {
    await database.db.$client.unsafe(statement);
    return undefined;
  } catch (error) {
    const refused = pgErrorOf(error);
    if (!refused) throw error;
    return refused.constraint ?? refused.message;
  }
}

describe('moving money', () => {
  it('refuses a wallet above the exact range', async () => {
    const { db } = database;
    const user = await makeUser(db);
    const service = await makeService(db);
    const undone = new Error('undone');
    const overfill = db.transaction(async (tx) => {
      const [order] = await tx
        .insert(orders)
        .values({
          userId: user.id,
          serviceId: service.id,
          serviceName: service.name,
          link: '@x',
          quantity: 1,
          priceMicros: micros(MAX_NANOS),
          chargeNanos: MAX_NANOS,
        })
        .returning({ id: orders.id });
      const movement = { userId: user.id, orderId: order?.id ?? 0 };
      expect(await moveMoney(tx, { ...movement, kind: 'order_refund', amountNanos: MAX_NANOS })).toMatchObject({
        balanceNanos: MAX_NANOS,
      });
      const more = { ...movement, kind: 'order_partial_refund', amountNanos: nanos(1) } as const;
      await expect(moveMoney(tx, more)).rejects.toMatchObject({ code: 'amount_too_large' });
      throw undone;
    });
    await expect(overfill).rejects.toBe(undone);
  });
});

describe('the database itself refuses', () => {
  it('a negative wallet, and a balance that changes without a ledger row', async () => {
    const user = await makeUser(database.db, { balanceNanos: DOLLAR });
    const set = (change: string) => refusalOf(`update accounts set ${change} where user_id = ${user.id}`);
    expect(await set('balance_nanos = -1, version = version + 1')).toBe('accounts_balance_check');
    expect(await set('balance_nanos = balance_nanos + 1')).toMatch(/a balance moves only with a ledger entry/);
    expect(await set('version = version - 1')).toMatch(/a balance moves only with a ledger entry/);
    expect(await refusalOf(`delete from accounts where user_id = ${user.id}`)).toMatch(/accounts are kept/);
  });

  it('a changed, deleted or truncated ledger row, also for its owner', async () => {
    await makeUser(database.db, { balanceNanos: DOLLAR });
    const { db } = database;
    const [owner] = await db.execute(
      sql`select tableowner = current_user as owns from pg_tables where tablename = 'ledger'`,
    );
    expect(owner).toEqual({ owns: true });
    const before = await db.select().from(ledger);
    for (const statement of [
      'update ledger set amount_nanos = amount_nanos + 1',
      'update ledger set at = now()',
      'delete from ledger',
      'truncate ledger',
      'truncate accounts cascade',
    ]) {
      expect(await refusalOf(statement)).toMatch(/the ledger is append-only/);
    }
    expect(await db.select().from(ledger)).toEqual(before);
  });

  it('a second entry for one credit, charge, refund or grant', async () => {
    const { db } = database;
    const [customer, admin] = [await makeUser(db, { balanceNanos: dollars(5) }), await makeAdmin(db)];
    const recharge = await makeRecharge(db, customer);
    await decideRecharge(withoutEvents(db), admin.actor, { id: recharge.id, decision: 'approve' });
    const order = await makeOrder(db, customer);
    await decideOrder(withoutEvents(db), admin.actor, { id: order.id, decision: 'reject' });
    const again = (where: string) =>
      refusalOf(`insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id, recharge_id, grant_id)
        select account_id, 1000, contra_id, amount_nanos, balance_after_nanos, kind, order_id, recharge_id, grant_id
        from ledger where ${where}`);
    const ofCustomer = `account_id = (select id from accounts where user_id = ${customer.id})`;
    expect(await again(`recharge_id = ${recharge.id}`)).toBe('ledger_recharge_key');
    expect(await again(`order_id = ${order.id} and kind = 'order_charge'`)).toBe('ledger_order_key');
    expect(await again(`order_id = ${order.id} and kind = 'order_refund'`)).toBe('ledger_order_key');
    expect(await again(`kind = 'grant' and ${ofCustomer}`)).toBe('ledger_grant_key');
  });

  it('an entry without its cause, with the wrong sign, or on a shop account', async () => {
    const user = await makeUser(database.db, { balanceNanos: DOLLAR });
    const [wallet] = await database.db.select().from(accounts).where(sql`user_id = ${user.id}`);
    const order = await makeOrder(database.db, user, { quantity: 10 });
    const insert = (
      account: number | undefined,
      contra: number,
      amount: number,
      kind: string,
      orderId: number | null,
    ) =>
      refusalOf(`insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
        values (${account}, 1000, ${contra}, ${amount}, 1, '${kind}', ${orderId})`);
    expect(await insert(wallet?.id, 1, 1, 'order_refund', null)).toBe('ledger_reference_check');
    expect(await insert(wallet?.id, 1, -1, 'order_refund', order.id)).toBe('ledger_reference_check');
    expect(await insert(wallet?.id, 1, 1, 'order_recharge', order.id)).toBe('ledger_reference_check');
    expect(await insert(wallet?.id, 2, 1, 'order_refund', order.id)).toBe('ledger_contra_check');
    expect(await insert(1, 1, 1, 'order_refund', order.id)).toBe('ledger_account_check');
    expect(await insert(wallet?.id, 1, 0, 'order_refund', order.id)).toBe('ledger_amount_check');
  });

  it('a maximum below the minimum', async () => {
    const service = await makeService(database.db, { min: 100, max: 200 });
    expect(await refusalOf(`update services set max = 99 where id = ${service.id}`)).toBe('services_range_check');
  });

  it('a package at a thousandth of its price, as a server of the version before would sell it', async () => {
    const { db } = database;
    const [customer, service] = [await makeUser(db), await makeService(db, { type: 'package' })];
    const sold = `insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
      select ${customer.id}, id, name, '@somebody', 1, price_micros, price_micros from services where id = ${service.id}`;
    expect(await refusalOf(sold)).toMatch(/is a package/);
  });

  it('a duplicate transaction id, also in another case, and a second decision of a recharge', async () => {
    const { db } = database;
    const [customer, admin] = [await makeUser(db), await makeAdmin(db)];
    const method = await makePaymentMethod(db);
    const recharge = await makeRecharge(db, customer, { method: method.name, reference: 'Trx-77' });
    const twice = `insert into recharges (user_id, method_id, method_name, amount_nanos, rate_paisa, paid_taka, reference)
      select user_id, method_id, method_name, amount_nanos, rate_paisa, paid_taka, 'tRX-77' from recharges where id = ${recharge.id}`;
    expect(await refusalOf(twice)).toBe('recharges_reference_key');
    await decideRecharge(withoutEvents(db), admin.actor, { id: recharge.id, decision: 'reject' });
    const approve = `update recharges set status = 'approved' where id = ${recharge.id}`;
    expect(await refusalOf(approve)).toMatch(/decided once/);
    expect(await refusalOf(`delete from recharges where id = ${recharge.id}`)).toMatch(/recharges are kept/);
  });

  it('an illegal status, changed terms, and the loss of an order or its history', async () => {
    const { db } = database;
    const [customer, admin] = [await makeUser(db, { balanceNanos: dollars(10) }), await makeAdmin(db)];
    const decided = async (decision: 'complete' | 'reject' | 'processing') => {
      const { id } = await makeOrder(db, customer);
      await decideOrder(withoutEvents(db), admin.actor, { id, decision });
      return id;
    };
    const [completed, rejected, processing] = [
      await decided('complete'),
      await decided('reject'),
      await decided('processing'),
    ];
    const set = (id: number, change: string) => refusalOf(`update orders set ${change} where id = ${id}`);
    const illegal = /this status does not follow/;
    expect(await set(completed, "status = 'rejected'")).toMatch(illegal);
    expect(await set(completed, "status = 'partial', remaining = 1")).toMatch(illegal);
    expect(await set(completed, "target_key = 'profile:other'")).toMatch(illegal);
    expect(await set(rejected, "status = 'processing'")).toMatch(illegal);
    expect(await set(rejected, "status = 'partial', remaining = 1")).toMatch(illegal);
    expect(await set(processing, "status = 'pending'")).toMatch(illegal);
    expect(await set(processing, "status = 'partial'")).toBe('orders_remaining_check');
    expect(await set(processing, "status = 'done'")).toBe('orders_status_check');
    expect(await set(processing, 'charge_nanos = 0, quantity = 1, price_micros = 0')).toMatch(/is fixed/);
    expect(await refusalOf(`delete from orders where id = ${completed}`)).toMatch(/orders are kept/);
    expect(await refusalOf(`delete from order_events where order_id = ${completed}`)).toMatch(/append-only/);
    expect(await refusalOf("update order_events set reason = 'other'")).toMatch(/append-only/);
  });

  it('and after all of it every balance is proved', async () => {
    expect((await checkLedger(database.db)).problems).toEqual([]);
  });
});
