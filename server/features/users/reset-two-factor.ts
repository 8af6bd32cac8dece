import { and, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { users } from '#db/schema/users.ts';
import type { Done } from '#shared/done.ts';
import type { Actor, resetTwoFactorInput } from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { hasSecondFactor } from '../../base/identity/second-factor.ts';
import { type MailText, writeMail } from '../../base/mail/write-mail.ts';
import { lockAdmins } from './lock-admins.ts';
import { turnOffSecondFactor } from './turn-off-second-factor.ts';

/** How long a former admin counts as one. */
const FORMER_ADMIN_DAYS = 7;
const ofAdmin =
  "An admin's two-factor authentication is turned off on the server only: npm run admin:create -- --reset-2fa";

/**
 * Turns the second factor of a customer off who has lost the app and the recovery codes. Ends their sessions, and sends a mail to both.
 * For admins who have re-authenticated.
 * @throws DomainError `reauthentication_required`, `not_found`, `second_factor_off`; `forbidden` for the factor of an admin or of one
 * who was an admin within a week, or if the caller
 * lost the role in the meantime
 */
export async function resetTwoFactor(
  deps: Deps,
  actor: Actor,
  { id, reason }: z.output<typeof resetTwoFactorInput>,
): Promise<Done> {
  assertAdmin(actor);
  const { db, config, events, wakeMailer } = deps;
  await db.transaction(async (tx) => {
    const { target, assertActorStill } = await lockAdmins(tx, actor, id);
    if (target.role === 'admin' || (await wasAdminLately(tx, id))) {
      throw new DomainError('forbidden', { message: ofAdmin });
    }
    assertActorStill();
    if (!(await hasSecondFactor(tx, id))) throw new DomainError('second_factor_off');
    assertReauthenticated(actor);
    const customer = await readContact(tx, id);
    const admin = await readContact(tx, actor.id);
    await turnOffSecondFactor(tx, actor, { id, userName: customer.userName }, reason);
    await writeMail(tx, customer.email, mailToCustomer(config.publicUrl));
    await writeMail(tx, admin.email, mailToAdmin(config.publicUrl, id));
  });
  events.publish('sessions', String(id));
  wakeMailer();
  return { ok: true };
}

/** Otherwise an admin could take another one's role away, turn the factor off, and give the role back. */
async function wasAdminLately(tx: Tx, id: number): Promise<boolean> {
  const changes = await tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subject, 'user'),
        eq(auditEntries.subjectId, id),
        eq(auditEntries.action, 'user.setRole'),
        gt(auditEntries.at, sql`now() - make_interval(days => ${FORMER_ADMIN_DAYS})`),
      ),
    )
    .limit(1);
  return changes.length > 0;
}

async function readContact(tx: Tx, id: number): Promise<{ userName: string; email: string }> {
  const [user] = await tx.select({ userName: users.userName, email: users.email }).from(users).where(eq(users.id, id));
  if (!user) throw new DomainError('not_found');
  return user;
}

function mailToCustomer(panel: string): MailText {
  return {
    subject: 'Two-factor authentication was turned off',
    body: `Hello,

the support turned off two-factor authentication of your account a moment ago, and every device was logged out. From now on the
password is enough to log in. You can set it up again in your profile:

${panel}/profile

If you did not ask for it, set a new password at once and contact the support:

${panel}/register?mode=forgot
${panel}/about#support
`,
  };
}

function mailToAdmin(panel: string, userId: number): MailText {
  return {
    subject: "You turned off a customer's two-factor authentication",
    body: `Hello,

a moment ago your admin account turned off two-factor authentication of this customer, who got a mail, too:

${panel}/dashboard/users/${userId}

If it was not you, set a new password at once, and tell the other admins:

${panel}/register?mode=forgot
`,
  };
}
