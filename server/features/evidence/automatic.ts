import { asc, eq, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Db, Tx } from '#db/client.ts';
import { automaticMethods, paymentMethods } from '#db/schema/settings.ts';
import { type AutomaticOut, type SetAutomaticInput, SHADOW_CREDITS, SHADOW_DECISIONS } from '#shared/evidence.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { writeMailToAdmins } from '../../base/mail/write-mail.ts';

type AutomaticMethod = AutomaticOut['items'][number];

/** Lists for each payment method whether messages credit its requests, and how the verdicts agree with people's decisions. Admins only. */
export async function listAutomatic(db: Db, actor: Actor): Promise<AutomaticOut> {
  assertAdmin(actor);
  const rows = await readAutomatic(db);
  return { items: rows.map(({ id: _id, ...row }) => row) };
}

/**
 * Turns on or off that messages credit the requests of a method without a person, and mails every admin. Admins only.
 * @throws DomainError `reauthentication_required`, `bad_input` beside `method` for an unknown one, `shadow_needed`
 */
export async function setAutomatic(
  { db, config, events, wakeMailer }: Pick<Deps, 'db' | 'config' | 'events' | 'wakeMailer'>,
  actor: Actor,
  { method: name, on }: SetAutomaticInput,
): Promise<AutomaticMethod> {
  assertAdmin(actor);
  assertReauthenticated(actor);
  const after = await db.transaction(async (tx) => {
    // Not while the background worker looks at a message, which may be of this method.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.proofs})`);
    const [known] = await tx
      .select({ id: paymentMethods.id })
      .from(paymentMethods)
      .where(sql`lower(${paymentMethods.name}) = lower(${name})`)
      .for('no key update');
    const before = known && (await readAutomatic(tx)).find(({ id }) => id === known.id);
    if (!before) throw fieldError('bad_input', 'method', `There is no payment method ${name}`);
    const { id, ...method } = before;
    if (method.on === on) return method;
    if (on && !isReady(method)) throw new DomainError('shadow_needed');
    if (on) await tx.insert(automaticMethods).values({ methodId: id });
    else await tx.delete(automaticMethods).where(eq(automaticMethods.methodId, id));
    // What would have been credited, is.
    if (on)
      await tx.execute(sql`
        update evidence set due_at = now() where state = 'unclaimed' and id in (
          select match_id from recharges where method_id = ${id} and status = 'pending' and match_id is not null)`);
    await recordAction(tx, actor, {
      action: 'paymentMethod.setAutomatic',
      subject: 'paymentMethod',
      subjectId: id,
      subjectName: method.method,
      before: { automatic: !on },
      after: { automatic: on },
    });
    await writeMailToAdmins(tx, switchedMail(config.publicUrl, { methodId: id, adminId: actor.id, on }));
    return { ...method, on };
  });
  events.publish('evidence');
  wakeMailer();
  return after;
}

const isReady = ({ decisions, credits, contradictions }: AutomaticMethod) =>
  decisions >= SHADOW_DECISIONS && credits >= SHADOW_CREDITS && contradictions === 0;

/** A contradiction: it would have been credited, and a person rejected it or credited another amount. */
async function readAutomatic(db: Db | Tx): Promise<(AutomaticMethod & { id: number })[]> {
  const rows = await db
    .select({
      id: paymentMethods.id,
      method: paymentMethods.name,
      on: sql<boolean>`${automaticMethods.methodId} is not null`,
      decisions: sql<number>`shadow.decisions`,
      credits: sql<number>`shadow.credits`,
      contradictions: sql<number>`shadow.contradictions`,
    })
    .from(paymentMethods)
    .leftJoin(automaticMethods, eq(automaticMethods.methodId, paymentMethods.id))
    .crossJoinLateral(
      sql`(
        select count(*)::int as decisions, count(*) filter (where verdict = 'credit')::int as credits,
          count(*) filter (where verdict = 'credit' and (status = 'rejected' or credited_nanos <> amount_nanos))::int as contradictions
        from (
          select verdict, status, credited_nanos, amount_nanos from recharges r
          where r.method_id = ${paymentMethods.id} and verdict is not null and decided_at is not null and decider is null
          order by decided_at desc limit ${SHADOW_DECISIONS}
        ) latest
      ) shadow`,
    )
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));
  return rows;
}

function switchedMail(panel: string, { methodId, adminId, on }: { methodId: number; adminId: number; on: boolean }) {
  return {
    subject: `Crediting by messages was turned ${on ? 'on' : 'off'} (payment method ${methodId})`,
    body: `Hello,

payment messages ${on ? 'credit recharges of payment method' : 'no longer credit recharges of payment method'} ${methodId} without a person.

By admin ${adminId}: ${panel}/dashboard/users/${adminId}
All methods: ${panel}/dashboard/messages?tab=automatic

If no admin of yours did this, turn it off, block that admin and end their sessions at once.
`,
  };
}
