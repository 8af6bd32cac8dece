import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Deps } from '../../deps.ts';
import { writeMail, writeMailToAdmins } from '../../mail/write-mail.ts';
import { ticketAnsweredMail, ticketWaitsMail } from './mails.ts';

export type TicketDeps = Pick<Deps, 'db' | 'config' | 'events' | 'wakeMailer'>;

/** A ticket, by its id and whose it is. */
export interface TicketOfCustomer {
  id: number;
  userId: number;
}

/** Mails every active admin with a confirmed address, except the user, that a ticket waits. */
export async function mailAdmins(
  tx: Tx,
  { publicUrl }: TicketDeps['config'],
  { id, userId }: TicketOfCustomer,
): Promise<void> {
  await writeMailToAdmins(tx, ticketWaitsMail(publicUrl, id), { about: aboutTicket(id), except: userId });
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
  if (customer) await writeMail(tx, customer.email, ticketAnsweredMail(publicUrl, id), { about: aboutTicket(id) });
}

/** One mail of a ticket waits for each reader. */
const aboutTicket = (id: number) => `ticket:${id}`;

/** After the commit: publishes the change and wakes the mailer. */
export function notifyOfTicket({ events, wakeMailer }: TicketDeps, { id, userId }: TicketOfCustomer): void {
  events.publish('tickets', `${userId}:${id}`);
  wakeMailer();
}
