import type { MailText } from '../../base/mail/write-mail.ts';

/** To the customer. */
export function ticketAnsweredMail(panel: string, id: number): MailText {
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
export function ticketWaitsMail(panel: string, id: number): MailText {
  return {
    subject: `Ticket ${id} waits for an answer`,
    body: `Hello,

a customer waits for an answer in ticket ${id}. Read it and answer here:

${panel}/dashboard/manageTickets/${id}

Answers to this mail are not read.
`,
  };
}
