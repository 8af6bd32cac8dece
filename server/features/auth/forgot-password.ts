import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { passwordResets } from '../../../db/schema/sessions.ts';
import { users } from '../../../db/schema/users.ts';
import type { forgotPasswordInput } from '../../../shared/auth.ts';
import type { Deps } from '../../deps.ts';
import type { Client } from '../../identity/client.ts';
import { hashToken } from '../../identity/refresh-token.ts';
import { addressKey, countAttempt, takeAttempts } from '../../limits/rate-limit.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { findByName } from './find-by-name.ts';
import { hashedName } from './login-failures.ts';
import { resetMail } from './mails.ts';

const RESET_MINUTES = 30;
/** The answer takes at least this long, so that writing a mail can't be told from not writing one. */
const LEAST_ANSWER_MS = 150;
/**
 * However many ask for an account, from wherever, it gets no more mails than these; and as the window is half of a link's
 * life, the owner always finds one that still works.
 */
const MAILS_OF_STRANGERS = { limit: 10, windowSeconds: (RESET_MINUTES / 2) * 60 };

/**
 * Sends a link for setting a new password, where the address belongs to somebody who may log in; the caller learns
 * nothing of that. The link always leads to the configured public address, whatever host the request named.
 * @throws DomainError `too_many_requests` per address of either kind, whether anybody has it or not
 */
export async function forgotPassword(
  deps: Deps,
  client: Client,
  { email }: z.output<typeof forgotPasswordInput>,
): Promise<void> {
  await Promise.all([sendLinkIfAllowed(deps, client, email), sleep(LEAST_ANSWER_MS)]);
}

async function sendLinkIfAllowed(deps: Deps, client: Client, email: string): Promise<void> {
  const { db, config } = deps;
  await countAttempt(db, `forgot:address:${addressKey(client.address)}`, {
    limit: config.limits.loginsPerMinutePerAddress,
    windowSeconds: 60,
  });
  const { nameKey, user } = await findByName(db, email);
  const account = `forgot:email:${hashedName(nameKey)}`;
  const knownDevice = user && client.device?.userIds.includes(user.id) ? client.device.id : undefined;
  await countAttempt(db, `${account}:${knownDevice ? `device:${knownDevice}` : addressKey(client.address)}`, {
    limit: config.limits.passwordResetsPerHour,
    windowSeconds: 3600,
  });
  const { granted } = knownDevice ? { granted: 1 } : await takeAttempts(db, account, 1, MAILS_OF_STRANGERS);
  if (granted > 0 && user) await sendLink(deps, user);
}

async function sendLink({ db, config, mailWaiting }: Deps, asked: { id: number; email: string }): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const found = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, asked.id), eq(users.email, asked.email), isNull(users.blockedAt)))
      // Changing the email removes earlier links; this one either is earlier, or goes to the new address.
      .for('share');
    if (!user) return false;
    const expiresAt = new Date(Date.now() + RESET_MINUTES * 60_000);
    await tx.insert(passwordResets).values({ userId: user.id, hash: hashToken(token), expiresAt });
    await writeMail(tx, user.email, resetMail(`${config.publicUrl}/reset-password/${token}`, RESET_MINUTES));
    return true;
  });
  if (found) mailWaiting();
}
