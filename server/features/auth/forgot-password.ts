import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { mailOutbox } from '../../../db/schema/mail.ts';
import { passwordResets } from '../../../db/schema/sessions.ts';
import { users } from '../../../db/schema/users.ts';
import type { forgotPasswordInput } from '../../../shared/auth.ts';
import type { Deps } from '../../deps.ts';
import { addressKey, countAttempt } from '../../limits/rate-limit.ts';
import { hashToken } from './refresh-token.ts';
import type { Client } from './sessions.ts';

const RESET_MINUTES = 30;
/** The answer takes at least this long, so that writing a mail can't be told from not writing one. */
const LEAST_ANSWER_MS = 150;

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
  const { db, config } = deps;
  await countAttempt(db, `forgot:address:${addressKey(client.address)}`, {
    limit: config.limits.loginsPerMinutePerAddress,
    windowSeconds: 60,
  });
  await countAttempt(db, `forgot:email:${email.toLowerCase()}`, {
    limit: config.limits.passwordResetsPerHour,
    windowSeconds: 3600,
  });
  await Promise.all([sendLink(deps, email), sleep(LEAST_ANSWER_MS)]);
}

async function sendLink({ db, config, mailWaiting }: Deps, email: string): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const found = await db.transaction(async (tx) => {
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(sql`lower(${users.email}) = lower(${email})`, isNull(users.blockedAt)))
      // Changing the email removes earlier links; this one either is earlier, or goes to the new address.
      .for('share');
    if (!user) return false;
    const expiresAt = new Date(Date.now() + RESET_MINUTES * 60_000);
    await tx.insert(passwordResets).values({ userId: user.id, hash: hashToken(token), expiresAt });
    await tx.insert(mailOutbox).values({
      recipient: user.email,
      subject: 'Set a new password',
      body: resetMail(user.name, `${config.publicUrl}/reset-password/${token}`),
    });
    return true;
  });
  if (found) mailWaiting();
}

function resetMail(name: string, link: string): string {
  return `Hello ${name},

somebody, hopefully you, asked for a new password. Open this link within ${RESET_MINUTES} minutes to choose one:

${link}

The link works once. If you did not ask for it, you can ignore this mail; your password stays as it is.
`;
}
