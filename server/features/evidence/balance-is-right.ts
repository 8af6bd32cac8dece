import { eq, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { evidence } from '#db/schema/evidence.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { writeMailToAdmins } from '../../base/mail/write-mail.ts';

/**
 * Says that a message's balance is right although nothing proves it: the messages after it follow from it. It ends a gap whose message never
 * comes, and begins the chain of a new phone. Mails every admin. A second time changes nothing. Admins only.
 * @throws DomainError `reauthentication_required`, `not_found` also for a message without a balance
 */
export async function balanceIsRight(
  { db, config, events, wakeMailer }: Pick<Deps, 'db' | 'config' | 'events' | 'wakeMailer'>,
  actor: Actor,
  { id }: { id: number },
): Promise<void> {
  assertAdmin(actor);
  assertReauthenticated(actor);
  await db.transaction(async (tx) => {
    // Not while the background worker looks at it.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.proofs})`);
    const [message] = await tx
      .select({
        before: evidence.beforePoisha,
        linkedAt: evidence.linkedAt,
        isConfirmed: sql<boolean>`${evidence.confirmedBy} is not null`,
      })
      .from(evidence)
      .where(eq(evidence.id, id));
    if (!message || message.before === null) throw new DomainError('not_found');
    if (message.linkedAt) return;
    await tx.update(evidence).set({ confirmedBy: actor.id, dueAt: sql`now()` }).where(eq(evidence.id, id));
    if (message.isConfirmed) return;
    await recordAction(tx, actor, {
      action: 'message.balanceIsRight',
      subject: 'message',
      subjectId: id,
      before: { balanceIsRight: false },
      after: { balanceIsRight: true },
    });
    await writeMailToAdmins(tx, confirmedMail(config.publicUrl, { messageId: id, adminId: actor.id }));
  });
  events.publish('evidence');
  wakeMailer();
}

function confirmedMail(panel: string, { messageId, adminId }: { messageId: number; adminId: number }) {
  return {
    subject: `The balance of a payment message was confirmed (${messageId})`,
    body: `Hello,

an admin says that the balance in payment message ${messageId} is right, although the message before it is missing. Later messages are proved by it.

By admin ${adminId}: ${panel}/dashboard/users/${adminId}
All messages: ${panel}/dashboard/messages

If no admin of yours did this, block that admin and end their sessions at once.
`,
  };
}
