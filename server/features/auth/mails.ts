import { isIP } from 'node:net';
import type { Client } from '../../base/identity/client.ts';
import { readKnownDevice } from '../../base/identity/read-device.ts';
import { shortAddress } from '../../base/identity/short-address.ts';
import type { MailText } from '../../base/mail/write-mail.ts';

interface NewDevice {
  token: string;
  /** The time and time zone of the shop. */
  at: string;
  client: Client;
  /** How long the link is valid. */
  days: number;
}

/** After a login on a device that has not logged in to this account before. */
export function newDeviceMail(panel: string, { token, at, client, days }: NewDevice): MailText {
  return {
    subject: 'New login to your account',
    body: `Hello,

somebody, hopefully you, logged in to your account on a device that it does not know:

Time: ${at}
Device: ${deviceOf(client)}
Address: ${isIP(client.address) ? shortAddress(client.address) : 'unknown'}

If it was you, there is nothing to do. If it was not you, open this link within ${days} days and press the button there. It logs out
every device and asks you for a new password:

${panel}/not-me/${token}

The link works once.
`,
  };
}

function deviceOf({ userAgent }: Client): string {
  const { browser, system } = readKnownDevice(userAgent);
  return `${browser ?? 'an unknown browser or program'}${system ? ` on ${system}` : ''}`;
}

interface LoginWasNotYou {
  link: string;
  /** How long the link is valid. */
  minutes: number;
  /** How many API keys still work. */
  keys: number;
}

/**
 * After "this was not me"; the page itself asks for the new password, and the link is for those who close it.
 * @param panel the panel's URL
 */
export function loginWasNotYouMail(panel: string, { link, minutes, keys }: LoginWasNotYou): MailText {
  return {
    subject: 'Your account is locked until you set a new password',
    body: `Hello,

you reported a login that was not yours. Every device was logged out, and your old password no longer works. If you have not set a
new password yet, open this link within ${minutes} minutes to choose one:

${link}

The link works once. Later, ask for another one with "Forgot password" on the login page.
${aboutKeys(panel, keys)}`,
  };
}

/** @param keys how many API keys still work */
export function passwordChangedMail(panel: string, keys: number): MailText {
  return {
    subject: 'Your password was changed',
    body: `Hello,

the password of your account was changed a moment ago, and every other device was logged out.

${ifNotYou(panel)}${aboutKeys(panel, keys)}`,
  };
}

/** To the new address, which becomes current once its owner has opened the link. */
export function confirmNewAddressMail(link: string, hours: number): MailText {
  return {
    subject: 'Confirm your new email address',
    body: `Hello,

somebody, hopefully you, wants to use this address for an account. Open this link within ${hours} hours and press the button
there to confirm it:

${link}

The link works once. If it was not you, you can ignore this mail; nothing changes.
`,
  };
}

/** To the owner of an address that another user entered. */
export function addressInUseMail(panel: string): MailText {
  return {
    subject: 'Somebody asked to use your email address',
    body: `Hello,

somebody asked to use this address for another account. It belongs to your account already, so nothing changes.

If it was you, log in to the account that has this address, or choose another address for the other one. If you do not remember
the password, ask for a new one:

${panel}/register?mode=forgot

If it was not you, you can ignore this mail.
`,
  };
}

/** To the current address, if the change was requested with the password. */
export function addressWillChangeMail(panel: string): MailText {
  return {
    subject: 'Your email address is about to change',
    body: `Hello,

somebody, hopefully you, gave your password and asked to use another email address for your account. It changes as soon as
the new address is confirmed.

${ifNotYou(panel)}`,
  };
}

/** To the current address, if the change was requested without the password: it must confirm first. */
export function allowNewAddressMail(link: string, hours: number): MailText {
  return {
    subject: 'Confirm the change of your email address',
    body: `Hello,

somebody, hopefully you, asked to use another email address for your account. If it was you, open this link within ${hours}
hours and press the button there; the new address then gets a link of its own:

${link}

The link works once. If it was not you, do not open it: your address stays as it is. Somebody may then be logged in as you,
and a new password logs them out.
`,
  };
}

export function addressChangedMail(panel: string): MailText {
  return {
    subject: 'Your email address was changed',
    body: `Hello,

your account now has another email address, which was confirmed a moment ago. Mails no longer come here.

If it was not you, contact the support at once: ${panel}/about#support
`,
  };
}

/** A new password does not end them: scripts would stop. */
function aboutKeys(panel: string, keys: number): string {
  if (keys === 0) return '';
  return `
Your account has ${keys === 1 ? '1 API key that still works' : `${keys} API keys that still work`}. Revoke those that you do not know, or all of them, in your profile:

${panel}/profile
`;
}

function ifNotYou(panel: string): string {
  return `If it was not you, set a new password at once, which also stops whatever was asked for with the old one:

${panel}/register?mode=forgot
`;
}
