import type { MailText } from '../../base/mail/write-mail.ts';

export function secondFactorOnMail(panel: string): MailText {
  return {
    subject: 'Two-factor authentication was turned on',
    body: `Hello,

two-factor authentication of your account was turned on a moment ago, and every other device was logged out. From now on a login
needs a code of your authenticator app. If you lose the app, log in with one of your recovery codes.

${ifNotYou(panel)}`,
  };
}

export function secondFactorOffMail(panel: string): MailText {
  return {
    subject: 'Two-factor authentication was turned off',
    body: `Hello,

two-factor authentication of your account was turned off a moment ago with a code. From now on the password is enough to log in.

${ifNotYou(panel)}`,
  };
}

export function newRecoveryCodesMail(panel: string): MailText {
  return {
    subject: 'You have new recovery codes',
    body: `Hello,

new recovery codes were made for your account a moment ago. The earlier ones no longer work.

${ifNotYou(panel)}`,
  };
}

function ifNotYou(panel: string): string {
  return `If it was not you, set a new password at once, which logs out every device, and contact the support:

${panel}/register?mode=forgot
${panel}/about#support
`;
}
