import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import type { NewRecoveryCodes, secondFactorCodeInput } from '#shared/second-factor.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { replaceRecoveryCodes } from '../../base/identity/recovery-codes.ts';
import { totpOf } from '../../base/identity/second-factor.ts';
import { endSessions } from '../../base/identity/sessions.ts';
import { stepOfCode } from '../../base/identity/totp.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { countGuess, lockOwner, type OwnCaller } from './prove-owner.ts';
import { secondFactorOnMail } from './second-factor-mails.ts';

const notBegun = 'Nothing to confirm. Start setting up two-factor authentication again.';

/**
 * Turns the caller's second factor on by its first code, which is then used up. Ends their other sessions and sends them a mail.
 * @returns ten recovery codes, displayed once
 * @throws DomainError `wrong_code`, `second_factor_on`, `second_factor_off` if none was begun, `too_many_requests`
 */
export async function confirmSecondFactor(
  deps: Deps,
  caller: OwnCaller,
  { code }: z.output<typeof secondFactorCodeInput>,
): Promise<NewRecoveryCodes> {
  const { db, config, events, wakeMailer } = deps;
  const { id: userId } = caller.actor;
  const recoveryCodes = await countGuess(deps, caller, (counted) =>
    db.transaction(async (tx) => {
      const { email } = await lockOwner(tx, userId);
      const lastStep = await stepOfBegun(tx, deps, userId, code);
      await tx
        .update(secondFactors)
        .set({ confirmedAt: sql`now()`, lastStep })
        .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
      const codes = await replaceRecoveryCodes(tx, userId);
      await endSessions(tx, userId, caller.sessionId);
      await writeMail(tx, email, secondFactorOnMail(config.publicUrl));
      await counted.succeeded(tx);
      return codes;
    }),
  );
  events.publish('sessions', String(userId));
  wakeMailer();
  return { recoveryCodes };
}

/** The time step of a code of the factor that the user has begun. */
async function stepOfBegun(tx: Tx, { secrets }: Deps, userId: number, code: string): Promise<number> {
  const [begun] = await tx
    .select({ sealedSecret: secondFactors.sealedSecret, confirmedAt: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId));
  if (!begun) throw new DomainError('second_factor_off', { message: notBegun });
  if (begun.confirmedAt) throw new DomainError('second_factor_on');
  const secret = secrets.open(begun.sealedSecret, totpOf(userId));
  const step = secret === undefined ? undefined : stepOfCode(secret, code);
  if (step === undefined) throw fieldError('wrong_code', 'code');
  return step;
}
