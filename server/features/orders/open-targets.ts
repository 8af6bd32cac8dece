import type { Sql } from 'postgres';
import type { OrderLine } from '#shared/order-lines.ts';
import { targetKeyOf } from '../../money/target-key.ts';

type Target = Pick<OrderLine, 'serviceId' | 'link'>;

/** Names a service and the target of a link. */
export const targetOf = ({ serviceId, link }: Target): string => `${serviceId} ${targetKeyOf(link)}`;

/**
 * The customer's open orders for the services and targets of these, by {@link targetOf}. One that an older server has placed is found by
 * the text of its link, until the background worker has read it.
 * @param sql a connection, or the transaction that holds the wallet's lock
 */
export async function readOpenTargets(
  sql: Pick<Sql, 'unsafe'>,
  userId: number,
  targets: readonly Target[],
): Promise<Map<string, number>> {
  const links = targets.map(({ link }) => link);
  const rows = await sql.unsafe<(Target & { id: number })[]>(
    `select id, service_id as "serviceId", link from orders
    where user_id = $1 and target_key = any($2::text[]) and status in ('pending', 'processing')
    union all
    select id, service_id, link from orders
    where user_id = $1 and target_key is null and link = any($3::text[]) and status in ('pending', 'processing')`,
    [userId, links.map(targetKeyOf), links],
  );
  return new Map(rows.map(({ id, ...target }) => [targetOf(target), id]));
}
