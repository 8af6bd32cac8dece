import { isIP } from 'node:net';
import type { Key } from '#shared/keys.ts';
import type { Client } from '../../base/identity/client.ts';
import { shortAddress } from '../../base/identity/short-address.ts';
import type { MailText } from '../../base/mail/write-mail.ts';

interface NewKey extends Pick<Key, 'name' | 'scopes' | 'expiresAt'> {
  /** The time and time zone of the shop. */
  at: string;
  /** Who made it. */
  client: Client;
}

/** The name is the one text of a user in a mail: only the owner, who entered the password for it, can have chosen it. */
export function newKeyMail(panel: string, { name, scopes, expiresAt, at, client }: NewKey): MailText {
  return {
    subject: 'New API key for your account',
    body: `Hello,

somebody, hopefully you, made an API key for your account. Programs that have it can use your account without your password:

Name: ${name}
Scopes: ${scopes.join(', ')}
Expires: ${expiresAt ? expiresAt.toISOString() : 'never'}
Time: ${at}
Address: ${isIP(client.address) ? shortAddress(client.address) : 'unknown'}

If it was you, there is nothing to do. If it was not you, set a new password at once, and then revoke the key in your profile:

${panel}/register?mode=forgot
${panel}/profile
`,
  };
}
