import { chargeFor, createPanel, formatBalance, isPanelError } from 'panel-client';

const { PANEL_URL = 'http://localhost:3000', PANEL_KEY = '' } = process.env;
const panel = createPanel({ url: PANEL_URL, key: PANEL_KEY });

const { balanceNanos } = await panel.balance.get.query();
console.log(`Balance: ${formatBalance(balanceNanos)}`);

const { items } = await panel.services.list.query({ sort: 'priceLow', limit: 5 });
const service = items.find(({ type }) => type === 'default');
if (!service) throw new Error('The panel has no service of this type');

try {
  // Repeated under the same request id if the answer is lost, and refused if the price has changed.
  const { order } = await panel.orders.place.mutate({
    serviceId: service.id,
    link: 'https://example.com/my-page',
    quantity: service.min,
    expectedChargeNanos: chargeFor(service.min, service) ?? undefined,
  });
  const { status } = await panel.orders.get.query({ id: order.id });
  console.log(`Order ${order.id} is ${status}`);
} catch (error) {
  if (!isPanelError(error)) throw error;
  if (error.code === 'insufficient_balance')
    console.error(`Only ${formatBalance(error.details.balanceNanos ?? balanceNanos)} left`);
  else console.error(`${error.code}: ${error.message}`);
}
