import type { MailText } from '../base/mail/write-mail.ts';

/** To the admins of a shop from before the law of rises and falls. */
export function lawMail(panel: string): MailText {
  return {
    subject: 'How prices follow your suppliers now',
    body: `Hello,

since this upgrade a rise of a supplier's cost moves a price by rule at once, up to 50 %, so that your margin holds. A larger rise
pauses the service. Falls of up to 10 % apply by themselves, larger ones wait for you, and one by more than half is accepted line by
line. Names, texts and limits "as supplier" follow each list, and nothing is sold outside the supplier's own limits. Services that the
panel has paused are displayed again as soon as the reason has ended, unless a person has hidden them.

A price that you set by hand pauses its service where your least margin is gone: ${panel}/dashboard/suppliers

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
