import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { accounts, ledger, shopAccountIds } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { nanos, negate, subtract } from '#shared/money.ts';
import type { Actor } from '#shared/users.ts';

interface NaiveOrder {
  serviceId: number;
  link: string;
  quantity: number;
  requestId?: string | undefined;
}

/** A correct transaction of separate query-builder statements, which locks the wallet meanwhile. */
export async function naivePlaceOrder(db: Db, actor: Actor, input: NaiveOrder) {
  return db.transaction(async (tx) => {
    if (input.requestId) {
      const [earlier] = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.requestId, input.requestId), eq(orders.userId, actor.id)));
      if (earlier) throw new Error('placed before');
    }
    const [service] = await tx
      .select()
      .from(services)
      .where(and(eq(services.id, input.serviceId), isNull(services.deletedAt)));
    if (!service) throw new Error('no such service');
    if (input.quantity < service.min || input.quantity > service.max) throw new Error('out of range');
    const chargeNanos = nanos(input.quantity * service.priceMicros);
    const [wallet] = await tx.select().from(accounts).where(eq(accounts.userId, actor.id)).for('update');
    if (!wallet || wallet.balanceNanos < chargeNanos) throw new Error('insufficient balance');
    const balanceNanos = subtract(wallet.balanceNanos, chargeNanos);
    await tx
      .update(accounts)
      .set({ balanceNanos, version: sql`${accounts.version} + 1` })
      .where(eq(accounts.id, wallet.id));
    const [order] = await tx
      .insert(orders)
      .values({
        userId: actor.id,
        serviceId: service.id,
        serviceName: service.name,
        link: input.link,
        quantity: input.quantity,
        priceMicros: service.priceMicros,
        chargeNanos,
        requestId: input.requestId,
      })
      .returning();
    await tx.insert(ledger).values({
      accountId: wallet.id,
      seq: wallet.version + 1,
      contraId: shopAccountIds.sales,
      amountNanos: negate(chargeNanos),
      balanceAfterNanos: balanceNanos,
      kind: 'order_charge',
      orderId: order?.id,
    });
    return { order, balanceNanos };
  });
}
