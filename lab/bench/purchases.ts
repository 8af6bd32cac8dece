import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { forwards } from '#db/schema/forwards.ts';
import { startForwarder } from '#server/background/purchases/start-forwarder.ts';
import { startEventBus } from '#server/base/events/event-bus.ts';
import { createOutbound } from '#server/base/outbound/outbound.ts';
import { startQueue } from '#server/base/queue/queue.ts';
import { createSecretBox } from '#server/base/secrets/secret-box.ts';
import { createSupplierClient } from '#server/suppliers/protocols/client.ts';
import { dollars, makeOrder, makeService, makeUser } from '#server/testing/factories.ts';
import { startSupplierServer } from '#server/testing/supplier-server.ts';
import { makeSource, makeSupplier } from '#server/testing/suppliers.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab, type Lab } from '../lab.ts';
import { machine } from '../machine.ts';

const { options } = readCommandLine({
  name: 'npm run bench:purchases',
  purpose: `Measures how many purchases a second the panel makes at a supplier that answers after 300 ms, with and without request_id.

Starts a PostgreSQL, a supplier and the forwarder in one process, with orders that wait, and prints the rate of each fifth of them.`,
  options: {
    orders: { takes: 'N', default: 1_000, min: 5, max: 10_000, means: 'orders at the supplier with request_id' },
    'without-id': { takes: 'N', default: 50, min: 5, max: 10_000, means: 'orders at the one without' },
    'answer-ms': { takes: 'N', default: 300, max: 10_000, means: 'how long the supplier takes to answer' },
  },
  example: 'npm run bench:purchases -- --orders 200',
});

console.log(machine());
await inLab(async (lab) => {
  await measurePurchases(lab, 'without request_id', options['without-id'], false);
  await measurePurchases(lab, 'with request_id', options.orders, true);
});

async function measurePurchases(lab: Lab, name: string, count: number, takesRequestId: boolean): Promise<void> {
  const { db, url } = await lab.newDatabase(`purchases_${count}_${takesRequestId}`);
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
  const server = await startSupplierServer({ takesRequestId, balance: 1e12 });
  lab.onEnd(() => server.close());
  server.answerAll('add', { delayMs: options['answer-ms'] });
  const supplier = await makeSupplier(db, secrets, server, { idempotent: takesRequestId });
  const service = await makeService(db);
  await makeSource(db, service, supplier);
  const customer = await makeUser(db, { balanceNanos: dollars(2 * count) });
  const place = (nth: number) => makeOrder(db, customer, { serviceId: service.id, link: `https://example.com/${nth}` });
  for (let nth = 0; nth < count; nth++) await place(nth);
  const events = startEventBus({ db, url, log });
  const client = createSupplierClient({
    db,
    secrets,
    log,
    outbound: createOutbound({ policy: { allowLoopback: true } }),
  });
  const queue = startQueue({ db, directUrl: url, events, log });
  startForwarder({ db, queue, client, events, log });
  const accepted = () => db.$count(forwards, eq(forwards.state, 'accepted'));
  while ((await accepted()) < count) await sleep(200);
  await queue.stop();
  await events.stop();
  const times = server.callsOf('add').map(({ at }) => at);
  const fifth = Math.floor(times.length / 5);
  const rates = Array.from({ length: 5 }, (_, nth) => {
    const [first = 0, last = 0] = [times[nth * fifth], times[(nth + 1) * fifth - 1]];
    return ((fifth - 1) / (last - first)) * 1000;
  });
  console.log(`${name}: ${rates.map((rate) => rate.toFixed(1)).join(', ')} purchases a second`);
}
