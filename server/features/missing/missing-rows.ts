import { and, eq, lte } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { acknowledgedMissing } from '#db/schema/missing.ts';
import { users } from '#db/schema/users.ts';
import type { MissingEntry } from '#shared/missing.ts';

const admins = alias(users, 'admins');

const columns = {
  id: acknowledgedMissing.id,
  kind: acknowledgedMissing.kind,
  userId: acknowledgedMissing.userId,
  userName: users.userName,
  amountNanos: acknowledgedMissing.amountNanos,
  balanceAfterNanos: acknowledgedMissing.balanceAfterNanos,
  orderId: acknowledgedMissing.orderId,
  rechargeId: acknowledgedMissing.rechargeId,
  grantId: acknowledgedMissing.grantId,
  serviceId: acknowledgedMissing.serviceId,
  service: acknowledgedMissing.serviceName,
  link: acknowledgedMissing.link,
  quantity: acknowledgedMissing.quantity,
  method: acknowledgedMissing.method,
  reference: acknowledgedMissing.reference,
  acknowledgedAt: acknowledgedMissing.acknowledgedAt,
  noticedAt: acknowledgedMissing.noticedAt,
  foundAt: acknowledgedMissing.foundAt,
  outcome: acknowledgedMissing.outcome,
  reason: acknowledgedMissing.reason,
  settledBy: admins.userName,
  settledAt: acknowledgedMissing.settledAt,
};

/** Missing entries with their customers and with the admins who settled them. */
export function selectMissing(db: Db | Tx) {
  return (
    db
      .select(columns)
      .from(acknowledgedMissing)
      // A user who registered after the acknowledgement has the id of a lost customer.
      .leftJoin(
        users,
        and(eq(users.id, acknowledgedMissing.userId), lte(users.createdAt, acknowledgedMissing.acknowledgedAt)),
      )
      .leftJoin(admins, eq(admins.id, acknowledgedMissing.settledBy))
  );
}

/** The entry as admins see it. */
export function missingEntryOf(row: Awaited<ReturnType<typeof selectMissing>>[number]): MissingEntry {
  const { userId, userName, ...entry } = row;
  const state = entry.outcome ? 'settled' : entry.foundAt ? 'found' : 'open';
  return { ...entry, state, customer: { id: userId, userName } };
}
