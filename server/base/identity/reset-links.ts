import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { passwordResets } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import type { Deps } from '../deps.ts';
import { addressKey, countAttempt, takeAttempts } from '../limits/rate-limit.ts';
import { type MailText, writeMail } from '../mail/write-mail.ts';
import type { Client } from './client.ts';
import { knownDevice } from './devices.ts';
import { findByName } from './find-by-name.ts';
import { hashedName } from './login-failures.ts';
import { hashToken } from './refresh-token.ts';

/** How long a link for a new password is valid. */
export const RESET_MINUTES = 30;
/**
 * An account gets at most this many mails, and as many again for its known devices, whoever requests them. The window is half of a
 * link's lifetime, so the owner always has a valid one.
 */
const MOST_MAILS = { limit: 10, windowSeconds: (RESET_MINUTES / 2) * 60 };

/** The outcome, which a caller of "forgot password" never learns. */
type ResetLinkOutcome = 'sent' | 'too_many' | 'nobody';

interface ResetLinkRequest {
  email: string;
  /** Runs in the transaction that writes the mail, if one is written. */
  within?: (tx: Tx) => Promise<void>;
}

/**
 * Sends a link for a new password if the address belongs to a user who may log in. The link uses the configured public URL, never the
 * request's host.
 * @returns `too_many` if the account got enough mails, `nobody` if no user who may log in has the address
 * @throws DomainError `too_many_requests` per IP address and per email address, whether a user has it or not
 */
export async function sendResetLink(
  deps: Deps,
  client: Client,
  { email, within }: ResetLinkRequest,
): Promise<ResetLinkOutcome> {
  const { db, config } = deps;
  await countAttempt(db, `forgot:address:${addressKey(client.address)}`, {
    limit: config.limits.loginsPerMinutePerAddress,
    windowSeconds: 60,
  });
  const { nameKey, user } = await findByName(db, email);
  const account = `forgot:email:${hashedName(nameKey)}`;
  const device = knownDevice(client.device?.(), user);
  await countAttempt(db, `${account}:${device ? `device:${device}` : addressKey(client.address)}`, {
    limit: config.limits.passwordResetsPerHour,
    windowSeconds: 3600,
  });
  const { granted } = await takeAttempts(db, device ? `${account}:devices` : account, 1, MOST_MAILS);
  if (granted === 0) return 'too_many';
  return user && (await sendLink(deps, user, within)) ? 'sent' : 'nobody';
}

async function sendLink(
  { db, config, wakeMailer }: Deps,
  asked: { id: number; email: string },
  within: ResetLinkRequest['within'],
): Promise<boolean> {
  const found = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, asked.id), eq(users.email, asked.email), isNull(users.blockedAt)))
      // A change of the email removes earlier links: either this one is earlier, or it goes to the new address.
      .for('share');
    if (!user) return false;
    const token = await createResetToken(tx, user.id);
    await writeMail(tx, user.email, resetMail(resetLink(config, token), RESET_MINUTES));
    await within?.(tx);
    return true;
  });
  if (found) wakeMailer();
  return found;
}

/** Stores the hash of a new token, and returns the token. Callers lock the user and mail or return it to them only. */
export async function createResetToken(tx: Tx, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + RESET_MINUTES * 60_000);
  await tx.insert(passwordResets).values({ userId, hash: hashToken(token), expiresAt });
  return token;
}

/** The link uses the configured public URL, never the request's host. */
export function resetLink({ publicUrl }: Pick<Deps['config'], 'publicUrl'>, token: string): string {
  return `${publicUrl}/reset-password/${token}`;
}

function resetMail(link: string, minutes: number): MailText {
  return {
    subject: 'Set a new password',
    body: `Hello,

somebody, hopefully you, asked for a new password. Open this link within ${minutes} minutes to choose one:

${link}

The link works once. If you did not ask for it, you can ignore this mail; your password stays as it is.
`,
  };
}
