import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { services } from '#db/schema/services.ts';
import { settings } from '#db/schema/settings.ts';
import type { Micros, Nanos, PaisaPerDollar, Taka } from '#shared/money.ts';
import { moveMoney } from './move-money.ts';

/* Money must move and be stored in its own unit, or the code must not compile. This file is never run: if a line
   below an expectation compiles, the type check reports the expectation. */
declare const db: Db;
declare const tx: Tx;
declare const amountNanos: Nanos;
declare const priceMicros: Micros;
declare const totalTaka: Taka;
declare const ratePaisa: PaisaPerDollar;
declare const unchecked: number;

const refund = { userId: 1, kind: 'order_refund', orderId: 1 } as const;
void moveMoney(tx, { ...refund, amountNanos });
// @ts-expect-error a price per 1000 can't be moved
void moveMoney(tx, { ...refund, amountNanos: priceMicros });
// @ts-expect-error taka can't be moved
void moveMoney(tx, { ...refund, amountNanos: totalTaka });
// @ts-expect-error a number without a unit must be checked first
void moveMoney(tx, { ...refund, amountNanos: unchecked });
// @ts-expect-error money moves within a transaction only
void moveMoney(db, { ...refund, amountNanos });

void db.update(orders).set({ chargeNanos: amountNanos, priceMicros });
// @ts-expect-error a price per 1000 is not a charge
void db.update(orders).set({ chargeNanos: priceMicros });
// @ts-expect-error an amount is not a price per 1000
void db.update(services).set({ priceMicros: amountNanos });
void db.update(recharges).set({ paidTaka: totalTaka, amountNanos, ratePaisa });
// @ts-expect-error taka are not dollars
void db.update(recharges).set({ amountNanos: totalTaka });
// @ts-expect-error dollars are not taka
void db.update(recharges).set({ paidTaka: amountNanos });
// @ts-expect-error a rate in whole taka is not a rate in paisa
void db.update(settings).set({ ratePaisa: totalTaka });
// @ts-expect-error a price can't be compared with an amount
void eq(services.priceMicros, amountNanos);
