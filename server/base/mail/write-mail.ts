import { and, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';

/** Between two mails with the same subject to the same address. */
const APART_MINUTES = 10;

/** A mail of the panel. It contains no input of other users, or strangers could write to people in the panel's name. */
export interface MailText {
  subject: string;
  body: string;
}

interface MailOptions {
  /**
   * The subject of repeated mails, such as `ticket:12`. Each address has at most one of them in the queue, at least ten minutes after
   * the one before, so its text must fit all of them.
   */
  about?: string;
}

/** Queues a mail within the transaction that causes it; the caller wakes the mailer after the commit. */
export async function writeMail(tx: Tx, recipient: string, mail: MailText, { about }: MailOptions = {}): Promise<void> {
  if (isNobodys(recipient)) return;
  if (about === undefined) {
    await tx.insert(mailOutbox).values({ recipient, ...mail });
    return;
  }
  const nextTryAt = sql`greatest(now(), (
    select max(sent_at) from mail_outbox where about = ${about} and recipient = ${recipient}
  ) + make_interval(mins => ${APART_MINUTES}))`;
  // Only a queued mail to this address can conflict.
  await tx
    .insert(mailOutbox)
    .values({ recipient, ...mail, about, nextTryAt })
    .onConflictDoNothing();
}

/** Like {@link writeMail}, to every active admin with a confirmed address, except the user `except`. */
export async function writeMailToAdmins(
  tx: Tx,
  mail: MailText,
  { except, ...options }: MailOptions & { except?: number } = {},
): Promise<void> {
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    // Written like the index `users_admins_idx`, which a query with parameters could not use.
    .where(
      and(
        sql`${users.role} = 'admin'`,
        isNull(users.blockedAt),
        isNotNull(users.emailConfirmedAt),
        except === undefined ? undefined : ne(users.id, except),
      ),
    );
  for (const { email } of admins) await writeMail(tx, email, mail, options);
}

/** A new admin's placeholder, at a domain that can't exist (RFC 2606). */
function isNobodys(address: string): boolean {
  return address.toLowerCase().endsWith('.invalid');
}
