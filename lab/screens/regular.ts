import { randomUUID } from 'node:crypto';
import { nanos } from '#shared/money.ts';
import { registerByScript, scriptClient } from '../../e2e/accounts.ts';
import { makeRequests } from '../../e2e/screens/own.ts';
import type { Own } from '../../e2e/screens/screen.ts';
import { makeTyped } from '../../e2e/screens/typed.ts';

type Client = ReturnType<typeof scriptClient>;
type Session = Awaited<ReturnType<typeof registerByScript>>;

/** A customer with recharges and orders in every status. */
export async function makeRegular(
  url: string,
  asAdmin: Client,
  userName: string,
): Promise<{ session: Session; own: Own }> {
  const session = await registerByScript(url, userName);
  const customer = scriptClient(url, session.tokens.accessToken);
  const stamp = userName.replaceAll('.', '').toUpperCase();
  for (const [at, method] of ['Bkash', 'Nagad', 'Rocket'].entries()) {
    const amountNanos = nanos((at + 1) * 10_000_000_000);
    await customer.balance.requestRecharge.mutate({ method, amountNanos, reference: `${stamp}A${at}` });
  }
  const { items: recharges } = await customer.balance.recharges.query({});
  const [rocket, nagad] = recharges;
  await asAdmin.admin.recharges.decide.mutate({ id: rocket?.id ?? 0, decision: 'approve' });
  await asAdmin.admin.recharges.decide.mutate({
    id: nagad?.id ?? 0,
    decision: 'reject',
    reason: 'No such transaction',
  });

  const { items } = await customer.services.list.query({ limit: 20 });
  const services = items.filter(({ type }) => type === 'default').slice(0, 5);
  const ids: number[] = [];
  for (const service of services) {
    const { order } = await customer.orders.place.mutate({
      serviceId: service.id,
      link: `https://www.instagram.com/dhaka.handicrafts/p/${service.id}`,
      quantity: service.min,
      fit: 'confirmed',
    });
    ids.push(order.id);
  }
  const [first, second, third, fourth] = ids as [number, number, number, number];
  for (const [at, id] of [first, second, third].entries()) {
    const remains = Math.ceil((services[at]?.min ?? 0) * 0.76);
    await asAdmin.admin.orders.setProgress.mutate({ id, startCount: 830 + at * 12_345, remains });
  }
  await asAdmin.admin.orders.decide.mutate({ id: first, decision: 'complete' });
  await asAdmin.admin.orders.decide.mutate({ id: second, decision: 'reject', reason: 'The account is private' });
  await asAdmin.admin.orders.decide.mutate({ id: third, decision: 'processing' });
  await asAdmin.admin.orders.decide.mutate({ id: fourth, decision: 'partial', remaining: 10 });
  const ticket = await customer.tickets.open.mutate({
    subject: 'Why did my order fail?',
    message: 'The account was public all the time.',
    orderId: second,
  });
  await asAdmin.admin.tickets.reply.mutate({
    id: ticket.id,
    message: 'It was private when we looked. Please order again.',
  });
  return {
    session,
    own: {
      userId: session.user.id,
      orderId: second,
      rejectedOrderId: second,
      ...(await makeRequests(customer, asAdmin)),
      rechargeId: rocket?.id ?? 0,
      approvedRechargeId: rocket?.id ?? 0,
      ticketId: ticket.id,
      ...(await makeTyped(asAdmin, customer)),
    },
  };
}

/** The same, and three orders approved at once, a pending order and two pending recharges with one transaction ID. */
export async function makeAwaiting(url: string, asAdmin: Client, userName: string): Promise<Own> {
  const { session, own } = await makeRegular(url, asAdmin, userName);
  const customer = scriptClient(url, session.tokens.accessToken);
  const { items } = await customer.services.list.query({ limit: 20 });
  const service = items.find(({ type }) => type === 'default');
  const bulkId = randomUUID();
  for (const name of ['tea.house', 'rickshaw.art', 'sari.studio']) {
    const { order } = await customer.orders.place.mutate({
      serviceId: service?.id ?? 0,
      link: `https://www.facebook.com/${name}`,
      quantity: service?.min ?? 0,
      fit: 'confirmed',
    });
    await asAdmin.admin.orders.decide.mutate({ id: order.id, decision: 'complete', bulkId });
  }
  const { order } = await customer.orders.place.mutate({
    serviceId: service?.id ?? 0,
    link: 'https://www.facebook.com/dhaka.handicrafts',
    quantity: (service?.min ?? 0) * 2,
    fit: 'confirmed',
  });
  const ask = (method: string) =>
    customer.balance.requestRecharge.mutate({ method, amountNanos: nanos(25_000_000_000), reference: 'BKX7F2Q9LM' });
  await ask('Nagad');
  const { id: rechargeId } = await ask('Bkash');
  return { ...own, orderId: order.id, rechargeId };
}
