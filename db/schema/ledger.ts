import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type EntrySubject, entryKinds, entryRule, kindsWith } from '#shared/entry-kinds.ts';
import { MAX_MOVE_NANOS, nanos } from '#shared/money.ts';
import { at, int64, nanosColumn } from './columns.ts';
import { orders } from './orders.ts';
import { recharges } from './recharges.ts';
import { users } from './users.ts';

export const accountKinds = ['wallet', 'sales', 'recharges', 'grants'] as const;

/** The shop's accounts have fixed ids; the migration that creates them uses the same. */
export const shopAccountIds = { sales: 1, recharges: 2, grants: 3 } as const;

/** The shop's account on the other side of an entry. */
export const contraIdOf: Record<EntrySubject, number> = {
  order: shopAccountIds.sales,
  recharge: shopAccountIds.recharges,
  grant: shopAccountIds.grants,
};

/**
 * One wallet per user, and the shop's own accounts. A shop account stores no balance, so that orders do not all update one row: its
 * balance is the negative sum of the ledger rows with it as the contra account.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id').references(() => users.id),
    kind: text('kind', { enum: accountKinds }).notNull(),
    balanceNanos: nanosColumn('balance_nanos').notNull().default(nanos(0)),
    /** How many ledger rows the wallet has; the newest row's `seq`. */
    version: int64('version').notNull().default(0),
    /**
     * Whether the wallet's owner is blocked; triggers maintain it. It is in this table because a charge that waits for this row's lock
     * then sees the current value. Rows that it only reads are as old as its snapshot.
     */
    ownerBlocked: boolean('owner_blocked').notNull().default(false),
    /** Whether a webhook of the owner subscribes to `balance.changed`; triggers maintain it. A move of other wallets writes no event. */
    balanceWebhook: boolean('balance_webhook').notNull().default(false),
  },
  (t) => [
    uniqueIndex('accounts_user_key').on(t.userId),
    uniqueIndex('accounts_kind_key').on(t.kind).where(sql`kind <> 'wallet'`),
    check('accounts_kind_check', sql.raw(`kind in (${accountKinds.map((k) => `'${k}'`).join(', ')})`)),
    check('accounts_owner_check', sql`(${t.kind} = 'wallet') = (${t.userId} is not null)`),
    check('accounts_balance_check', sql`${t.balanceNanos} between 0 and 9007199254740991`),
    check('accounts_version_check', sql`${t.version} >= 0 and (${t.version} > 0 or ${t.balanceNanos} = 0)`),
    check('accounts_shop_check', sql`${t.kind} = 'wallet' or (${t.balanceNanos} = 0 and ${t.version} = 0)`),
    check(
      'accounts_id_check',
      sql`${t.id} = case ${t.kind} when 'sales' then 1 when 'recharges' then 2 when 'grants' then 3 else greatest(${t.id}, 4) end`,
    ),
  ],
);

/** Amounts that admins added to a wallet, or took back, outside any payment. */
export const grants = pgTable(
  'grants',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id),
    adminId: int64('admin_id')
      .notNull()
      .references(() => users.id),
    amountNanos: nanosColumn('amount_nanos').notNull(),
    reason: text('reason'),
    requestId: uuid('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('grants_request_key').on(t.requestId, t.adminId),
    index('grants_user_idx').on(t.userId),
    // Sums what an admin gave within an hour.
    index('grants_admin_idx').on(t.adminId, t.createdAt),
    check(
      'grants_amount_check',
      sql`${t.amountNanos} <> 0 and abs(${t.amountNanos}) <= ${sql.raw(String(MAX_MOVE_NANOS))}`,
    ),
  ],
);

const withoutOrders = kindsWith(({ of }) => of !== 'order');

/**
 * Every movement of money. One row has both sides, the wallet's and its contra account's, so it balances by construction. `seq` counts
 * a wallet's rows without gaps, and `balance_after` links each to the one before. Append-only: a trigger refuses every change.
 */
export const ledger = pgTable(
  'ledger',
  {
    accountId: int64('account_id')
      .notNull()
      .references(() => accounts.id),
    seq: int64('seq').notNull(),
    /**
     * The shop's account on the other side, determined by the kind of entry. A check enforces it; a foreign key would lock the one
     * sales row for every order.
     */
    contraId: int64('contra_id').notNull(),
    amountNanos: nanosColumn('amount_nanos').notNull(),
    balanceAfterNanos: nanosColumn('balance_after_nanos').notNull(),
    kind: text('kind', { enum: entryKinds }).notNull(),
    orderId: int64('order_id').references(() => orders.id),
    rechargeId: int64('recharge_id').references(() => recharges.id),
    grantId: int64('grant_id').references(() => grants.id),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.seq] }),
    // Includes the amounts, so that an index-only scan sums a period.
    index('ledger_period_idx').on(t.accountId, t.at, t.amountNanos),
    // Rows are written in the order of their dates, so a BRIN index costs an insert almost nothing. It finds recent rows.
    index('ledger_at_idx').using('brin', t.at).with({ pages_per_range: 32, autosummarize: true }),
    uniqueIndex('ledger_order_key').on(t.orderId, t.kind).where(sql`order_id is not null`),
    uniqueIndex('ledger_recharge_key').on(t.rechargeId, t.kind).where(sql`recharge_id is not null`),
    uniqueIndex('ledger_grant_key').on(t.grantId).where(sql`grant_id is not null`),
    check('ledger_seq_check', sql`${t.seq} > 0`),
    check('ledger_amount_check', sql`${t.amountNanos} <> 0`),
    check('ledger_balance_check', sql`${t.balanceAfterNanos} between 0 and 9007199254740991`),
    check('ledger_account_check', sql`${t.accountId} > 3`),
    check(
      'ledger_contra_check',
      sql`${t.contraId} = case ${t.kind} ${sql.raw(withoutOrders.map((kind) => `when '${kind}' then ${contraIdOf[entryRule(kind).of]}`).join(' '))} else 1 end`,
    ),
    check('ledger_reference_check', sql`case ${t.kind}${sql.join(referenceCases(t))}\n        else false end`),
  ],
);

/** An entry of each kind has the id of its order, recharge or grant, no other one, and the sign of its kind. */
function referenceCases(t: Record<'orderId' | 'rechargeId' | 'grantId' | 'amountNanos', SQLWrapper>): SQL[] {
  const ids = { order: t.orderId, recharge: t.rechargeId, grant: t.grantId };
  const ofOrders = (['out', 'in'] as const).flatMap((way) =>
    kindsWith(({ of, moves }) => of === 'order' && moves === way),
  );
  return [...withoutOrders, ...ofOrders].map((kind) => {
    const { of, moves } = entryRule(kind);
    const { [of]: own, ...others } = ids;
    const sign = { in: sql` and ${t.amountNanos} > 0`, out: sql` and ${t.amountNanos} < 0`, both: sql`` }[moves];
    return sql`\n        when ${sql.raw(`'${kind}'`)} then ${own} is not null and num_nonnulls(${sql.join(Object.values(others), sql`, `)}) = 0${sign}`;
  });
}
