import type { AlarmKind } from '#shared/suppliers.ts';
import type { MailText } from '../../mail/write-mail.ts';

interface Words {
  subject: string;
  text: string;
  /** Of the page where an admin acts. */
  path: string;
}

const words: Record<AlarmKind, (supplier: { id: number; name: string }) => Words> = {
  stopped: ({ id, name }) => ({
    subject: `The supplier ${name} is stopped`,
    text: `the panel has stopped the supplier ${name}. Nothing is bought there until an admin resumes it. Its page says why:`,
    path: `/dashboard/suppliers/${id}`,
  }),
  low_balance: ({ id, name }) => ({
    subject: `The balance at ${name} is low`,
    text: `the balance at the supplier ${name} is below its threshold. Top it up there, and enter the payment here:`,
    path: `/dashboard/suppliers/${id}`,
  }),
  waiting_funds: ({ id, name }) => ({
    subject: `Orders wait for the balance at ${name}`,
    text: `the balance at the supplier ${name} is not enough for an order. Orders wait until it is topped up:`,
    path: `/dashboard/suppliers/${id}`,
  }),
  undecided: ({ id, name }) =>
    name === ''
      ? {
          subject: 'Purchases wait for a decision',
          text: 'the panel could send a purchase to no supplier, or can not tell its outcome. Decide here:',
          path: '/dashboard/forwards',
        }
      : {
          subject: `Purchases at ${name} wait for a decision`,
          text: `the panel can not tell the outcome of a purchase at the supplier ${name}, or it was refused or flagged. Decide here:`,
          path: `/dashboard/forwards?supplier=${id}`,
        },
  stuck: ({ name }) => ({
    subject: `Orders bought at ${name} are late`,
    text: `an order that was bought at the supplier ${name} takes longer than 95 % of the deliveries of its service. See the overview:`,
    path: '/dashboard',
  }),
};

/** To the admins. @param panel the panel's address; @param supplier with an empty name for purchases that were sent to none */
export function alarmMail(panel: string, kind: AlarmKind, supplier: { id: number; name: string }): MailText {
  const { subject, text, path } = words[kind](supplier);
  return {
    subject,
    body: `Hello,

${text}

${panel}${path}

Answers to this mail are not read.
`,
  };
}
