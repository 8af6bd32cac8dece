import type { FilledShop } from './fill-shop.ts';
import type { Sample } from './rows.ts';

/** Reads ids and texts for the inputs, from the middle of the tables. */
export async function readSample({ db, admin, reseller }: FilledShop): Promise<Sample> {
  const [found] = await db.$client<Omit<Sample, 'adminId' | 'resellerId'>[]>`
    with middle as (
      select o.id, link, service_id, user_id, user_name from orders o join users u on u.id = o.user_id
      where o.id >= (select max(id) / 2 from orders) and o.user_id <> ${reseller.userId} order by o.id limit 1
    ), recharge as (
      select id, reference from recharges where id >= (select max(id) / 2 from recharges) order by id limit 1
    )
    select middle.id as "orderId", link, service_id as "serviceId", user_id as "userId", user_name as "userName",
      recharge.id as "rechargeId", recharge.reference,
      (select array_agg(id) from (select id from orders order by id desc limit 50) newest) as "orderIds",
      (select min(id) from suppliers) as "supplierId", (select max(id) / 2 from forwards) as "forwardId",
      (select max(id) / 2 from tickets) as "ticketId", (select max(id) / 2 from order_requests) as "requestId",
      (select min(id) from webhooks) as "webhookId",
      to_char(now() - interval '180 days', 'YYYY-MM-DD') as from, to_char(now() - interval '30 days', 'YYYY-MM-DD') as "lastMonth",
      to_char(now(), 'YYYY-MM-DD') as to
    from middle, recharge`;
  if (!found) throw new Error('The shop has no order');
  return { ...found, adminId: admin.userId, resellerId: reseller.userId };
}
