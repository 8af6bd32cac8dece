import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Deps } from '../../base/deps.ts';
import { type MailText, writeMail, writeMailToAdmins } from '../../base/mail/write-mail.ts';

export type TicketDeps = Pick<Deps, 'db' | 'config' | 'events' | 'wakeMailer'>;

/** A ticket's id and its customer. */
export interface TicketOfCustomer {
  id: number;
  userId: number;
}

/** Queues a mail to every active admin with a confirmed address, except the given user, about a waiting ticket. */
export async function mailAdmins(
  tx: Tx,
  { publicUrl }: TicketDeps['config'],
  { id, userId }: TicketOfCustomer,
): Promise<void> {
  await writeMailToAdmins(tx, ticketWaitsMail(publicUrl, id), { about: aboutTicket(id), except: userId });
}

/** Queues a mail to the customer about an answer, unless the customer is blocked and could not read it. */
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

/** Each reader has at most one queued mail per ticket. */
const aboutTicket = (id: number) => `ticket:${id}`;

/** After the commit: publishes the change and wakes the mailer. */
export function notifyOfTicket({ events, wakeMailer }: TicketDeps, { id, userId }: TicketOfCustomer): void {
  events.publish('tickets', `${userId}:${id}`);
  wakeMailer();
}

/** To the customer. */
function ticketAnsweredMail(panel: string, id: number): MailText {
  return {
    subject: `There is an answer to your ticket ${id}`,
    body: `Hello,

the support has answered your ticket ${id}. Read the answer and write back here:

${panel}/dashboard/tickets/${id}

Answers to this mail are not read.
`,
  };
}

/** To the admins. */
function ticketWaitsMail(panel: string, id: number): MailText {
  return {
    subject: `Ticket ${id} waits for an answer`,
    body: `Hello,

a customer waits for an answer in ticket ${id}. Read it and answer here:

${panel}/dashboard/manageTickets/${id}

Answers to this mail are not read.
`,
  };
}
