import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** Sets the stored totals back to their state of four days ago. */
export async function rewindTotals(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temp table rewound on commit drop as
      select until as summed, date_bin('15 minutes', now() - interval '4 days', timestamptz 'epoch') as until
      from money_totals_state`);
    await tx.execute(sql`delete from money_totals where quarter >= (select until from rewound)`);
    await tx.execute(sql`delete from order_totals where quarter >= (select until from rewound)`);
    await tx.execute(sql`
      update order_totals t set earned_nanos = earned_nanos + later.nanos from (
        select date_bin('15 minutes', o.created_at, timestamptz 'epoch') as quarter, sum(l.amount_nanos) as nanos
        from rewound, ledger l join orders o on o.id = l.order_id
        where l.kind <> 'order_charge' and l.at >= rewound.until and l.at < rewound.summed group by 1
      ) later where later.quarter = t.quarter`);
    await tx.execute(sql`update money_totals_state set until = (select until from rewound)`);
  });
}
