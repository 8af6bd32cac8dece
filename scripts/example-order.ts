import { setTimeout as wait } from 'node:timers/promises';
import { createTRPCClient, httpBatchLink, httpLink, retryLink } from '@trpc/client';
import { v7 as newId } from 'uuid';
import type { AppRouter } from '#server/api/router.ts';
import { chargeFor, formatBalance, formatDollars, formatPrice } from '#shared/money.ts';

const { PANEL_URL = 'http://localhost:3000', PANEL_USER = '', PANEL_PASSWORD = '' } = process.env;
const url = `${PANEL_URL}/trpc`;
const { auth } = createTRPCClient<AppRouter>({ links: [httpLink({ url })] });
const login = () => auth.login.mutate({ userName: PANEL_USER, password: PANEL_PASSWORD });
let session = login();
await session;
const headers = async () => ({ authorization: `Bearer ${(await session).tokens.accessToken}` });
/** A token is valid for 15 minutes: a call refused for an expired one is repeated after a new login. */
const retry = retryLink<AppRouter>({
  retry({ error, attempts }) {
    const isOld = error.data?.domainCode === 'unauthenticated' && attempts === 1;
    if (isOld) session = login();
    return isOld;
  },
});
const panel = createTRPCClient<AppRouter>({ links: [retry, httpBatchLink({ url, headers, maxItems: 10 })] });

const { items: services } = await panel.services.list.query({ sort: 'priceLow', limit: 5 });
for (const { id, name, priceMicros, per, min } of services)
  console.log(`#${id} ${name}: ${formatPrice(priceMicros)} ${per === 1 ? 'a package' : 'per 1000'}, from ${min}`);
const service = services.find(({ type }) => type === 'default');
if (!service) throw new Error('The panel has no services yet: an admin has to add one.');
/** With the same id a repeated call gets the first result and is not charged twice. */
const requestId = newId();
/** The expected price: if it has changed, the order is refused and costs nothing. */
const expectedChargeNanos = chargeFor(service.min, service) ?? undefined;
const link = process.argv[2] ?? 'https://example.com/my-page';
const wanted = { serviceId: service.id, link, quantity: service.min, expectedChargeNanos, requestId };
const { order, balanceNanos } = await panel.orders.place.mutate(wanted);
console.log(`Order ${order.id} costs ${formatDollars(order.chargeNanos)}, ${formatBalance(balanceNanos)} left`);

for (let shown = ''; ; await wait(2000)) {
  const { status } = await panel.orders.get.query({ id: order.id });
  if (status !== shown) console.log(`Order ${order.id} is ${status}`);
  if (status !== 'pending' && status !== 'processing') break;
  shown = status;
}
