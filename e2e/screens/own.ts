import { nanos } from '#shared/money.ts';
import { registerByScript, scriptClient } from '../accounts.ts';
import type { Own } from './screen.ts';

/**
 * A customer with a pending and a rejected order, two pending recharges with one transaction ID and an approved one, and a ticket about
 * the order with an answer.
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
  const [service] = (await customer.services.list.query({ limit: 1 })).items;
  const place = async () => {
    const quantity = service?.min ?? 0;
    return (await customer.orders.place.mutate({ serviceId: service?.id ?? 0, link: '@some.page', quantity })).order.id;
  };
  const rejectedOrderId = await place();
  await asAdmin.admin.orders.decide.mutate({ id: rejectedOrderId, decision: 'reject', reason: 'The page is private' });
  const orderId = await place();
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
    own: { userId: session.user.id, orderId, rejectedOrderId, rechargeId, approvedRechargeId, ticketId },
  };
}
