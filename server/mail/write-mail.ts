import { and, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';

/** Between two mails about the same thing to the same address. */
const APART_MINUTES = 10;

/** A mail of the panel. It holds nothing that anybody typed, or strangers could write to people in the panel's name. */
export interface MailText {
  subject: string;
  body: string;
}

interface MailOptions {
  /**
   * The subject of repeated mails, such as `ticket:12`. Only one of them waits for an address, at least ten minutes after the
   * one before, so its text must be true of all.
   */
  about?: string;
}

/** Puts a mail into the outbox within the transaction that causes it; the caller wakes the mailer once that has committed. */
export async function writeMail(tx: Tx, recipient: string, mail: MailText, { about }: MailOptions = {}): Promise<void> {
  if (isNobodys(recipient)) return;
  if (about === undefined) {
    await tx.insert(mailOutbox).values({ recipient, ...mail });
    return;
  }
  const nextTryAt = sql`greatest(now(), (
    select max(sent_at) from mail_outbox where about = ${about} and recipient = ${recipient}
  ) + make_interval(mins => ${APART_MINUTES}))`;
  // Only the one that still waits for this address can be in the way.
  await tx
    .insert(mailOutbox)
    .values({ recipient, ...mail, about, nextTryAt })
    .onConflictDoNothing();
}

/** As {@link writeMail}, to every active admin whose address is confirmed, but not to the user `except`. */
export async function writeMailToAdmins(
  tx: Tx,
  mail: MailText,
  { except, ...options }: MailOptions & { except?: number } = {},
): Promise<void> {
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    // In the words of the index `users_admins_idx`: with a parameter in its place it could not be used.
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
