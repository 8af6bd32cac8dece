import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { services } from '#db/schema/services.ts';
import { serviceSources, supplierServices } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { makeService } from '../testing/factories.ts';
import { listedService, startSupplierServer } from '../testing/supplier-server.ts';
import { makeSource, makeSupplier } from '../testing/suppliers.ts';
import { MAX_PROPOSED_LINES } from './catalogue/write-list.ts';
import { createSupplierClient } from './protocols/client.ts';
import { readList } from './read-list.ts';

const { db } = await testDatabase();
const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
const outbound = createOutbound({ policy: { allowLoopback: true } });
const deps = {
  db,
  suppliers: createSupplierClient({ db, secrets, outbound, log }),
  wakeMailer: () => {},
  events: { publish: () => {} },
  config: { publicUrl: 'https://panel.test' },
};
const LINES = 70_000;

test('three lists of 70,000 lines are taken: services are bought as before, 25,000 others proposed, the rest counted', async () => {
  const all = await Promise.all(
    [1, 2, 3].map(async () => {
      const server = await startSupplierServer();
      afterAll(() => server.close());
      // Short enough for eight megabytes.
      server.services = Array.from({ length: LINES }, (_, nth) => {
        const { min, max } = listedService();
        return { service: nth + 1, name: `Likes ${nth}`, category: 'Facebook', rate: '0.99', min, max } as never;
      });
      const supplier = await makeSupplier(db, secrets, server);
      const { id } = await makeService(db, { pricedByRule: true, priceMicros: 1_080_000 as never });
      await makeSource(db, { id, type: 'default' }, supplier, { externalId: String(LINES) });
      return { supplier, serviceId: id };
    }),
  );
  const outcomes = await Promise.all(all.map(({ supplier }) => readList(deps, supplier)));
  for (const [nth, { supplier, serviceId }] of all.entries()) {
    expect(outcomes[nth]).toEqual({ problem: null, lines: LINES });
    const of = eq(supplierServices.supplierId, supplier.id);
    expect(await db.$count(supplierServices, of)).toBe(MAX_PROPOSED_LINES + 1);
    const [row] = await db.select().from(suppliers).where(eq(suppliers.id, supplier.id));
    expect(row).toMatchObject({ linesLeftOut: LINES - MAX_PROPOSED_LINES - 1, linesUnreadable: 0, listProblem: null });
    // It is the last line of the list.
    const [service] = await db.select().from(services).where(eq(services.id, serviceId));
    expect(service?.priceMicros).toBe(1_188_000);
  }
  // The same list again proposes the same lines, and marks none of them as missing.
  const [{ supplier } = { supplier: { id: 0 } }] = all;
  await readList(deps, supplier as never);
  const [again] = await db.execute(sql`
    select count(*)::int as count, count(*) filter (where missing_lists > 0)::int as missing from supplier_services
    where supplier_id = ${supplier.id}`);
  expect(again).toEqual({ count: MAX_PROPOSED_LINES + 1, missing: 0 });
  expect(await db.$count(serviceSources)).toBe(3);
  expect(log.error).not.toHaveBeenCalled();
});
