import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import type { Deps } from '../../deps.ts';
import { announce } from '../../live/announce.ts';
import { type MailText, writeMail } from '../../mail/write-mail.ts';
import { ticketAnsweredMail, ticketWaitsMail } from './mails.ts';

/** What changing a ticket takes beside the database. */
export type TicketDeps = Pick<Deps, 'db' | 'config' | 'events' | 'mailWaiting'>;

/** A ticket, by its id and whose it is. */
export interface TicketOfCustomer {
  id: number;
  userId: number;
}

/**
 * Writes to every active admin, at the addresses that were confirmed, that a ticket waits. Whoever made it wait is not told.
 */
export async function mailAdmins(
  tx: Tx,
  { publicUrl }: TicketDeps['config'],
  { id, userId }: TicketOfCustomer,
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
        ne(users.id, userId),
      ),
    );
  for (const { email } of admins) await writeAbout(tx, email, id, ticketWaitsMail(publicUrl, id));
}

/** Writes to the customer that there is an answer; not to one who is blocked and could not read it. */
export async function mailCustomer(
  tx: Tx,
  { publicUrl }: TicketDeps['config'],
  { id, userId }: TicketOfCustomer,
): Promise<void> {
  const [customer] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.blockedAt)));
  if (customer) await writeAbout(tx, customer.email, id, ticketAnsweredMail(publicUrl, id));
}

/** However much is said, one mail of a ticket waits for each reader. */
function writeAbout(tx: Tx, recipient: string, id: number, mail: MailText): Promise<void> {
  return writeMail(tx, recipient, mail, { about: `ticket:${id}` });
}

/** After the commit: the mailer is woken, and whoever follows the ticket on screen is told. */
export function tellOfTicket({ events, mailWaiting }: TicketDeps, { id, userId }: TicketOfCustomer): void {
  announce(events, 'ticket', { userId, id });
  mailWaiting();
}
