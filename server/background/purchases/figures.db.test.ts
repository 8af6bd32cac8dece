import { expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import { countForwards } from '../../suppliers/purchases/count-forwards.ts';
import { makeUnknown } from '../../testing/bought-orders.ts';
import { dollars, makeUser } from '../../testing/factories.ts';
import { makeForwardedService, supplierSecrets } from '../../testing/forwarder.ts';
import { makeSupplier, NO_SUPPLIER, STOPPED } from '../../testing/suppliers.ts';

const database = await testDatabase();
const { db } = database;

test('figures of purchases by state, with the age of the oldest unknown one', async () => {
  const { order } = await makeForwardedService(database);
  await order();
  const customer = await makeUser(db, { balanceNanos: dollars(9) });
  await makeUnknown(db, { customer, supplier: await makeSupplier(db, supplierSecrets, NO_SUPPLIER, STOPPED) });
  const byState = { queued: 1, sending: 0, waiting_funds: 0, unknown: 1 };
  const figures = await countForwards(db);
  expect(figures).toMatchObject({ byState, flagged: 0, stoppedSuppliers: 1 });
  expect(figures.oldestUnknownSeconds).toBeGreaterThanOrEqual(0);
});
