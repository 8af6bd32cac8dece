import { gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { loginAlerts, secondFactors } from '#db/schema/second-factors.ts';
import { emailChanges, passwordResets, refreshTokens, sessions } from '#db/schema/sessions.ts';

/** The paths of mailed links, each with a token of 256 bits in base64url. */
const MAILED_LINK = '/(reset-password|confirm-email|not-me)/[A-Za-z0-9_-]{43}';

/**
 * Ends every way into an account but the password, on all devices: sessions with their refresh tokens and re-authentications, API keys,
 * links for a new password, of a new address and of "this was not me", and second factors that were not confirmed. A link that was used
 * and a key that was revoked after the backup work again in the restored copy, so they all end. Queued mails with such a link are given
 * up, because it is dead. Passwords, confirmed second factors and unused recovery codes stay.
 * @param db a restored database that no panel uses yet
 * @returns how many sessions ended
 */
export async function endAccess(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx.update(sessions).set({ revokedAt: sql`now()` }).where(isNull(sessions.revokedAt));
    await tx.update(sessions).set({ reauthenticatedAt: null }).where(isNotNull(sessions.reauthenticatedAt));
    await tx.update(refreshTokens).set({ expiresAt: sql`now()` }).where(gt(refreshTokens.expiresAt, sql`now()`));
    await tx.update(apiKeys).set({ revokedAt: sql`now()` }).where(isNull(apiKeys.revokedAt));
    await tx.delete(passwordResets);
    await tx.delete(emailChanges);
    await tx.delete(loginAlerts);
    await tx.delete(secondFactors).where(isNull(secondFactors.confirmedAt));
    await tx
      .update(mailOutbox)
      .set({ body: '', nextTryAt: sql`'infinity'`, lastError: 'the restore of a backup ended its link' })
      .where(sql`sent_at is null and next_try_at < 'infinity' and body ~ ${MAILED_LINK}`);
    return ended.count;
  });
}
