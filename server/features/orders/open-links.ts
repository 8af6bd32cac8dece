import type { Sql } from 'postgres';
import type { OrderLine } from '#shared/order-lines.ts';

type Target = Pick<OrderLine, 'serviceId' | 'link'>;

/** Names a service and a link. */
export const linkKey = ({ serviceId, link }: Target): string => `${serviceId} ${link}`;

/**
 * The services and links of these orders that the customer has an open order for, as {@link linkKey} names them.
 * @param sql a connection, or the transaction that holds the wallet's lock
 */
export async function readOpenLinks(
  sql: Pick<Sql, 'unsafe'>,
  userId: number,
  targets: readonly Target[],
): Promise<Set<string>> {
  const rows = await sql.unsafe<Target[]>(
    `select distinct service_id as "serviceId", link from orders
    where user_id = $1 and link = any($2::text[]) and status in ('pending', 'processing')`,
    [userId, targets.map(({ link }) => link)],
  );
  return new Set(rows.map(linkKey));
}
