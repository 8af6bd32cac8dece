import type { Db, Tx } from '#db/client.ts';
import { accounts, grants } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import type { Acknowledged } from './work.ts';

/** Each list has a sentence per difference. */
export interface Reconciled {
  acknowledged: number;
  lost: string[];
  doubled: string[];
  brokenAccounts: string[];
}

/**
 * Compares the acknowledged requests with the database, after the last response: each exists once and as acknowledged, nothing else
 * does, each wallet has their sum, and the ledger proves it.
 */
export async function reconcile(db: Db, acknowledged: Acknowledged): Promise<Reconciled> {
  const comparisons = [
    compare('order', acknowledged.orders.map(orderText), (await db.select().from(orders)).map(storedOrderText)),
    compare(
      'recharge',
      acknowledged.recharges.map(rechargeText),
      (await db.select().from(recharges)).map(storedRechargeText),
    ),
    compare('gift', acknowledged.gifts.map(giftText), (await db.select().from(grants)).map(giftText)),
  ];
  const { problems } = await checkLedger(db);
  return {
    acknowledged: acknowledged.orders.length + acknowledged.recharges.length + acknowledged.gifts.length,
    lost: comparisons.flatMap(({ lost }) => lost),
    doubled: comparisons.flatMap(({ doubled }) => doubled),
    brokenAccounts: [...problems, ...(await readAtOnce(db, (tx) => wrongWallets(tx, acknowledged)))],
  };
}

function compare(noun: string, acknowledged: string[], stored: string[]) {
  const left = new Map<string, number>();
  for (const text of stored) left.set(text, (left.get(text) ?? 0) + 1);
  const lost: string[] = [];
  for (const text of acknowledged) {
    const count = left.get(text) ?? 0;
    if (count === 0) lost.push(`${noun} ${text}`);
    else left.set(text, count - 1);
  }
  const doubled = [...left].filter(([, count]) => count > 0).map(([text]) => `${noun} ${text}`);
  return { lost, doubled };
}

type Order = Acknowledged['orders'][number];
type Recharge = Acknowledged['recharges'][number];

const orderText = ({ requestId, userId, orderId, chargeNanos }: Order) =>
  `${orderId} of user ${userId} by request ${requestId} for ${chargeNanos}`;
const storedOrderText = ({ id, requestId, userId, chargeNanos }: typeof orders.$inferSelect) =>
  orderText({ requestId: requestId ?? '', userId, orderId: id, chargeNanos });
const rechargeText = ({ requestId, userId, rechargeId, amountNanos, outcome }: Recharge) =>
  `${rechargeId} of user ${userId} by request ${requestId} for ${amountNanos}, ${outcome}`;
const storedRechargeText = ({
  id,
  requestId,
  userId,
  amountNanos,
  status,
  reversedAt,
}: typeof recharges.$inferSelect) => {
  const outcome = reversedAt ? 'reversed' : status === 'approved' ? 'approved' : 'rejected';
  return rechargeText({ requestId: requestId ?? '', userId, rechargeId: id, amountNanos, outcome });
};
const giftText = ({
  requestId,
  userId,
  amountNanos,
}: Pick<typeof grants.$inferSelect, 'requestId' | 'userId' | 'amountNanos'>) =>
  `to user ${userId} by request ${requestId} of ${amountNanos}`;

/** Reads one state of the database: suppliers go on giving orders back. */
const readAtOnce = <Result>(db: Db, read: (tx: Tx) => Promise<Result>) =>
  db.transaction(read, { isolationLevel: 'repeatable read' });

/** What came back for rejected and partly delivered orders. Whether it had to is judged by `reconcileForwards`. */
async function refunds(tx: Tx): Promise<[userId: number, nanos: number][]> {
  const back = new Map<number, number>();
  for (const { userId, status, chargeNanos, quantity, remaining } of await tx.select().from(orders)) {
    const refunded = status === 'rejected' ? chargeNanos : (chargeNanos / quantity) * (remaining ?? 0);
    back.set(userId, (back.get(userId) ?? 0) + refunded);
  }
  return [...back];
}

async function wrongWallets(tx: Tx, { orders: placed, recharges: asked, gifts }: Acknowledged): Promise<string[]> {
  const expected = new Map<number, number>(await refunds(tx));
  const add = (userId: number, amountNanos: number) => expected.set(userId, (expected.get(userId) ?? 0) + amountNanos);
  for (const { userId, chargeNanos } of placed) add(userId, -chargeNanos);
  for (const { userId, amountNanos, outcome } of asked) add(userId, outcome === 'approved' ? amountNanos : 0);
  for (const { userId, amountNanos } of gifts) add(userId, amountNanos);
  const wallets = await tx.select().from(accounts);
  return wallets.flatMap(({ userId, balanceNanos }) => {
    const right = expected.get(userId ?? 0) ?? 0;
    return balanceNanos === right
      ? []
      : [`the wallet of user ${userId} holds ${balanceNanos}, ${right} was acknowledged`];
  });
}
