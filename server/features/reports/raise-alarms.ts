import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { AlarmKind } from '#shared/suppliers.ts';
import { writeMailToAdmins } from '../../mail/write-mail.ts';
import { alarmMail } from './alarm-mails.ts';
import { stuckOrders } from './stuck-orders.ts';

/** A new unknown purchase may be settled by the supplier itself. */
const UNDECIDED_AFTER = sql.raw(`interval '10 minutes'`);

/** An alarm of a supplier. Purchases that were sent to none have the subject 0 and no name. */
interface Begun extends Record<string, unknown> {
  kind: AlarmKind;
  subjectId: number;
  name: string;
}

/**
 * Compares the state of suppliers and purchases with the alarms that hold. Every new one is mailed to the admins, in the transaction
 * that stores it. One that is over is deleted. Safe on several servers at once.
 * @param panel the panel's address, for links in mails
 * @returns how many alarms began
 */
export async function raiseAlarms(db: Db, panel: string): Promise<number> {
  const stuck = await stuckOrders(db);
  return db.transaction(async (tx) => {
    const begun = await tx.execute<Begun>(sql`
      with holding as (
        select 'stopped' as kind, id as subject_id from suppliers where stopped_at is not null and stopped_by is null
        union
        select 'low_balance', id from suppliers where balance_exact < low_balance_micros
        union
        select 'waiting_funds', supplier_id from forwards where state = 'waiting_funds'
        union
        -- Two selects, so that each reads an index of its own.
        select 'undecided', coalesce(supplier_id, next_supplier_id, 0) from forwards where flag is not null
        union
        select 'undecided', coalesce(supplier_id, next_supplier_id, 0) from forwards
        where state = 'unknown' and unknown_since < now() - ${UNDECIDED_AFTER}
        union
        select 'stuck', supplier_id from (${stuck}) late
      ), ended as (
        delete from supplier_alarms a
        where not exists (select from holding h where h.kind = a.kind and h.subject_id = a.subject_id)
      ), begun as (
        insert into supplier_alarms (kind, subject_id) select kind, subject_id from holding
        on conflict do nothing returning kind, subject_id
      )
      select kind, subject_id as "subjectId", coalesce(name, '') as name from begun left join suppliers on suppliers.id = subject_id
      order by kind, subject_id`);
    for (const { kind, subjectId, name } of begun) {
      await writeMailToAdmins(tx, alarmMail(panel, kind, { id: subjectId, name }), {
        about: `supplier:${kind}:${subjectId}`,
      });
    }
    return begun.length;
  });
}
