import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { endSessions } from '../../base/identity/sessions.ts';

/**
 * Turns a user's second factor off, with their recovery codes and sessions. The caller has locked the user and checked that it is on.
 * @param actor null for a command on the server
 */
export async function turnOffSecondFactor(
  tx: Tx,
  actor: Actor | null,
  { id, userName }: { id: number; userName: string },
  reason?: string,
): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, id));
  await endSessions(tx, id);
  await recordAction(tx, actor, {
    action: 'user.resetTwoFactor',
    subject: 'user',
    subjectId: id,
    subjectName: userName,
    userId: id,
    before: { twoFactor: true },
    after: { twoFactor: false, signedOut: true },
    reason,
  });
}
