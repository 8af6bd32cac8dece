import type { MailText } from '../../base/mail/write-mail.ts';

/** The address is not in the mail: its owner typed it, and a mail contains no user input. */
export function switchedOffMail(panel: string, { isGone }: { isGone: boolean }): MailText {
  const reason = isGone
    ? 'its receiver answered that the address is gone (status 410)'
    : 'no delivery to it has succeeded for three days';
  return {
    subject: 'A webhook was switched off',
    body: `Hello,

one of your webhooks was switched off, because ${reason}. Events that were waiting for it
are not delivered.

Your profile lists your webhooks and the answers of their receivers. Once the receiver works, switch the webhook on again, and deliver
missed events from its log:

${panel}/profile
`,
  };
}
