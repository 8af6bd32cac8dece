import type { MailText } from '../mail/write-mail.ts';

/** To the admins. It has no texts of the supplier, and fits every pause. */
export function servicesPausedMail(panel: string): MailText {
  return {
    subject: 'Services were paused',
    body: `Hello,

services were paused and hidden from customers: their price is below the cost at the supplier, or no source sells them.
Accept the cost, change the price, or choose or resume a source:

${panel}/dashboard/suppliers

Answers to this mail are not read.
`,
  };
}

/** To the admins. It has no texts of the supplier. */
export function listRefusedMail(panel: string, supplierId: number): MailText {
  return {
    subject: `The list of supplier ${supplierId} was not taken`,
    body: `Hello,

the list of services that supplier ${supplierId} answered is empty, or has lost more than 20 % of its services. Nothing was changed.
Look at it here:

${panel}/dashboard/suppliers/${supplierId}

Answers to this mail are not read.
`,
  };
}
