import { and, eq, gte, inArray, isNull, sql, sum } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { recharges } from '#db/schema/recharges.ts';
import { paymentAccounts } from '#db/schema/settings.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';

interface Method {
  id: number;
  recipient: string;
}

/** The number that customers pay to now; undefined while all accounts of the method are paused. */
export async function accountInUse(db: Db | Tx, method: Method): Promise<string | undefined> {
  return (await accountsInUse(db, [method])).get(method.id);
}

/**
 * The number that customers pay to now, by the method's id: its first account that is not paused and has room today, else its last one
 * that is not paused, and its recipient if it has no accounts. A method with all accounts paused is missing.
 */
export async function accountsInUse(db: Db | Tx, methods: Method[]): Promise<Map<number, string>> {
  const known = await readAccounts(
    db,
    methods.map(({ id }) => id),
  );
  return new Map(
    methods.flatMap(({ id, recipient }): [number, string][] => {
      const own = known.filter(({ methodId }) => methodId === id);
      if (own.length === 0) return [[id, recipient]];
      const open = own.filter(({ paused }) => !paused);
      const used = open.find(({ hasRoom }) => hasRoom) ?? open.at(-1);
      return used ? [[id, used.number]] : [];
    }),
  );
}

const beginOfToday = sql<Date>`(date_trunc('day', now() at time zone ${shopTimeZone}) at time zone ${shopTimeZone})`;

function readAccounts(db: Db | Tx, methodIds: number[]) {
  const { id, methodId, number, paused, mostTakaADay, position, removedAt } = paymentAccounts;
  const today = db
    .select({ taka: sql`coalesce(${sum(recharges.paidTaka)}, 0)` })
    .from(recharges)
    .where(
      and(
        eq(recharges.methodId, methodId),
        eq(recharges.accountNumber, number),
        inArray(recharges.status, ['pending', 'approved']),
        gte(recharges.createdAt, beginOfToday),
      ),
    );
  // The sum is taken only where there is a limit.
  const hasRoom = sql<boolean>`case when ${mostTakaADay} is null then true else (${today}) < ${mostTakaADay} end`;
  return db
    .select({ methodId, number, paused, hasRoom })
    .from(paymentAccounts)
    .where(and(inArray(methodId, methodIds), isNull(removedAt)))
    .orderBy(position, id);
}
