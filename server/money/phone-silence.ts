import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { type RechargeReason, reasonInWords } from '#shared/evidence.ts';

/** How many messages tell how often one usually comes. */
const COUNTED = 50;

/** Why a request waits whose phone is silent, in codes: "No message from this phone for 14 minutes, usually one every 3". */
export async function silenceOf(
  db: Db | Tx,
  deviceId: number,
): Promise<{ reason: RechargeReason; values: string[] } | undefined> {
  const [phone] = await db.execute<{ minutes: number; usual: number | null }>(sql`
    select floor(extract(epoch from now() - coalesce(message_at, created_at)) / 60)::int as minutes, (
      select percentile_cont(0.5) within group (order by gap) from (
        select extract(epoch from stored_at - lag(stored_at) over (order by id)) / 60 as gap
        from (select id, stored_at from evidence where device_id = d.id order by id desc limit ${COUNTED}) latest
      ) gaps
    ) as usual
    from payment_devices d where id = ${deviceId}`);
  if (!phone) return undefined;
  const values = [String(phone.minutes)];
  if (phone.usual === null) return { reason: 'phone_silent', values };
  return { reason: 'phone_silent_usually', values: [...values, String(Math.max(1, Math.round(phone.usual)))] };
}

/** The same in words, of the phone of a method that sent something last; null for a method without phones. */
export async function silenceOfMethod(db: Db, methodId: number): Promise<string | null> {
  const [phone] = await db.execute<{ id: number }>(sql`
    select id from payment_devices where ${methodId} = any(method_ids) and revoked_at is null
    order by message_at desc nulls last, id limit 1`);
  const silence = phone && (await silenceOf(db, phone.id));
  return silence ? reasonInWords(silence.reason, silence.values) : null;
}
