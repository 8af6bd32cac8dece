import type { z } from 'zod';
import type { NewRecoveryCodes, secondFactorCodeInput } from '#shared/second-factor.ts';
import type { Deps } from '../../base/deps.ts';
import { replaceRecoveryCodes } from '../../base/identity/recovery-codes.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { type OwnCaller, proveByCode } from './prove-owner.ts';
import { newRecoveryCodesMail } from './second-factor-mails.ts';

/**
 * Replaces the caller's recovery codes, by a code of the app or by one of them, and sends them a mail.
 * @returns ten new codes, displayed once
 * @throws DomainError `wrong_code`, `second_factor_off`, `too_many_requests`
 */
export async function renewRecoveryCodes(
  deps: Deps,
  caller: OwnCaller,
  { code }: z.output<typeof secondFactorCodeInput>,
): Promise<NewRecoveryCodes> {
  const recoveryCodes = await proveByCode(deps, caller, code, async (tx, { email }) => {
    await writeMail(tx, email, newRecoveryCodesMail(deps.config.publicUrl));
    return replaceRecoveryCodes(tx, caller.actor.id);
  });
  deps.wakeMailer();
  return { recoveryCodes };
}
