import { micros, nanos } from '#shared/money.ts';
import { registerByScript, scriptClient } from '../accounts.ts';
import type { Own } from './screen.ts';
import { makeTyped } from './typed.ts';

/**
 * A customer with a pending and a rejected order, an order with a request and one that allows all of them, two pending recharges with one
 * transaction ID and an approved one, and a ticket about the order with an answer.
 */
export async function makeCustomer(
  url: string,
  asAdmin: ReturnType<typeof scriptClient>,
  userName: string,
  reference: string,
): Promise<{ session: object; own: Own }> {
  // Text typed by the customer, here and in the ticket, which is the same on Bengali screens.
  const session = await registerByScript(url, userName, 'Some Body কেউ একজন');
  const customer = scriptClient(url, session.tokens.accessToken);
  await asAdmin.admin.users.giveBalance.mutate({ id: session.user.id, amountNanos: nanos(20_000_000_000) });
  const { items: services } = await customer.services.list.query({ limit: 20 });
  const service = services.find(({ type }) => type === 'default');
  const place = async () => {
    const quantity = service?.min ?? 0;
    return (await customer.orders.place.mutate({ serviceId: service?.id ?? 0, link: '@some.page', quantity })).order.id;
  };
  const rejectedOrderId = await place();
  await asAdmin.admin.orders.decide.mutate({ id: rejectedOrderId, decision: 'reject', reason: 'The page is private' });
  const orderId = await place();
  const requests = await makeRequests(customer, asAdmin);
  // "Started at 830", in the order, the history and the admin's details.
  await asAdmin.admin.orders.setProgress.mutate({ id: orderId, startCount: 830, remains: 1 });
  const ask = async (method: string, given: string) => {
    const input = { method, amountNanos: nanos(5_000_000_000), reference: given };
    return (await customer.balance.requestRecharge.mutate(input)).id;
  };
  const approvedRechargeId = await ask('Rocket', `${reference}R`);
  await asAdmin.admin.recharges.decide.mutate({ id: approvedRechargeId, decision: 'approve' });
  await ask('Nagad', reference);
  const rechargeId = await ask('Bkash', reference);
  const ticket = { subject: 'Where is it? কোথায়?', message: 'Nothing has come yet.', orderId };
  const { id: ticketId } = await customer.tickets.open.mutate(ticket);
  await asAdmin.admin.tickets.reply.mutate({ id: ticketId, message: 'On its way, see https://shop.example/why' });
  return {
    session,
    own: {
      userId: session.user.id,
      orderId,
      rejectedOrderId,
      ...requests,
      rechargeId,
      approvedRechargeId,
      ticketId,
      ...(await makeTyped(asAdmin, customer)),
    },
  };
}

const lastingLikes = {
  name: 'Lasting Likes লাইক',
  description: 'Real likes.',
  category: 'whatsapp',
  priceMicros: micros(1_500_000),
  min: 100,
  max: 10_000,
  avgTimeHours: 6,
  refillDays: 30,
  cancel: true,
  speedUp: true,
} as const;

/**
 * Two orders of a service with refill, cancel and speed-up: a pending one, and a completed one with an accepted refill. The service's name
 * is the same on Bengali screens.
 */
export async function makeRequests(
  customer: ReturnType<typeof scriptClient>,
  asAdmin: ReturnType<typeof scriptClient>,
): Promise<Pick<Own, 'askableOrderId' | 'requestedOrderId'>> {
  // The search also finds similar names.
  const { items } = await customer.services.list.query({ search: lastingLikes.name, limit: 100 });
  const known = items.find(({ name }) => name === lastingLikes.name);
  const { id: serviceId } = known ?? (await asAdmin.admin.services.create.mutate(lastingLikes));
  const place = async () =>
    (await customer.orders.place.mutate({ serviceId, link: '@some.page', quantity: 100 })).order.id;
  const requestedOrderId = await place();
  await asAdmin.admin.orders.decide.mutate({ id: requestedOrderId, decision: 'complete' });
  const { id } = await customer.orders.request.mutate({ id: requestedOrderId, kind: 'refill' });
  await asAdmin.admin.requests.decide.mutate({ id, decision: 'accept', reason: 'It takes a day' });
  return { requestedOrderId, askableOrderId: await place() };
}
