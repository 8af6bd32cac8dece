import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import { nanos } from '#shared/money.ts';
import { DOLLAR_RATE, supplierMicros } from '#shared/supplier-money.ts';
import { testApp } from './app.ts';
import { dollars, makeOrder, makeUser } from './factories.ts';
import { makeSignedInAdmin } from './people.ts';
import { startSupplierServer } from './supplier-server.ts';

/** The suppliers of a panel as its admins save them, and one supplier's server, which is closed after the file. */
export async function adminOfSuppliers() {
  const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
  const { db } = app;
  const server = await startSupplierServer({ balance: 79_000_000 });
  afterAll(() => server.close());
  const admin = await makeSignedInAdmin(app);
  const as = ({ accessToken }: typeof admin) => app.client(accessToken).admin.suppliers;
  const panel = as(admin);
  const fields = () => ({ name: `Supplier ${randomUUID()}`, url: server.url, currency: 'usd', rate: '1.0' });
  const add = async (more = {}) => (await panel.save.mutate({ ...fields(), key: server.key, ...more })).supplier;
  const customer = await makeUser(db, { balanceNanos: dollars(100) });

  /** A forward at a supplier that costs 0.90. */
  async function makeForward(supplierId: number, state: (typeof forwards.$inferSelect)['state']) {
    const order = await makeOrder(db, customer);
    const isDue = state === 'queued' || state === 'waiting_funds';
    const [made] = await db
      .insert(forwards)
      .values({
        ...{ orderId: order.id, state, costMicros: supplierMicros(900_000), ratePicos: DOLLAR_RATE, externalId: '101' },
        ...{
          supplierId: state === 'queued' ? null : supplierId,
          nextSupplierId: supplierId,
          costNanos: nanos(900_000_000),
        },
        dueAt: isDue ? sql`now() + interval '1 hour'` : null,
        ...(state === 'accepted' && { externalOrderId: randomUUID(), acceptedAt: new Date(), statusDueAt: sql`now()` }),
        ...(state === 'sending' && { lockOwner: 1 }),
      })
      .returning({ id: forwards.id });
    if (!made) throw new Error('inserting a forward returned no row');
    return made.id;
  }
  return { app, server, admin, as, panel, fields, add, customer, makeForward };
}
