import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { secondFactors } from '#db/schema/second-factors.ts';
import type { secondFactorCodeInput } from '#shared/second-factor.ts';
import type { Deps } from '../../base/deps.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { type OwnCaller, proveByCode } from './prove-owner.ts';
import { secondFactorOffMail } from './second-factor-mails.ts';

/**
 * Turns the caller's second factor off by a code of the app or a recovery code, and sends them a mail. Recovery codes end with it.
 * @throws DomainError `wrong_code`, `second_factor_off`, `too_many_requests`
 */
export async function disableSecondFactor(
  deps: Deps,
  caller: OwnCaller,
  { code }: z.output<typeof secondFactorCodeInput>,
): Promise<void> {
  await proveByCode(deps, caller, code, async (tx, { email }) => {
    await tx.delete(secondFactors).where(eq(secondFactors.userId, caller.actor.id));
    await writeMail(tx, email, secondFactorOffMail(deps.config.publicUrl));
  });
  // Event streams of an admin end if the shop requires the factor.
  deps.events.publish('sessions', String(caller.actor.id));
  deps.wakeMailer();
}
