import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { sessions } from '#db/schema/sessions.ts';
import type { ReauthenticateInput } from '#shared/second-factor.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { hasSecondFactor } from '../../base/identity/second-factor.ts';
import { type OwnCaller, proveByCode, proveByPassword } from './prove-owner.ts';

const enterInstead = {
  code: 'Enter the code of your authenticator app instead.',
  password: 'Enter your password instead.',
};

/**
 * Confirms that the caller is the session's owner: by a code of the app or a recovery code if they have a second factor, otherwise by
 * the password. Good for this session for ten minutes.
 * @throws DomainError `wrong_password`, `wrong_code`, `too_many_requests`, `busy`; `bad_input`, with `confirmBy`, for the other of the two
 */
export async function reauthenticate(deps: Deps, caller: OwnCaller, input: ReauthenticateInput): Promise<void> {
  const { actor, sessionId } = caller;
  const confirmBy = (await hasSecondFactor(deps.db, actor.id)) ? 'code' : 'password';
  const mark = (tx: Tx) => tx.update(sessions).set({ reauthenticatedAt: sql`now()` }).where(eq(sessions.id, sessionId));
  if (confirmBy === 'code' && 'code' in input) await proveByCode(deps, caller, input.code, mark);
  else if (confirmBy === 'password' && 'password' in input)
    await proveByPassword(deps, caller, input.password, async (tx) => {
      // Turned on in the meantime.
      if (await hasSecondFactor(tx, actor.id)) throw otherOne('code');
      await mark(tx);
    });
  else throw otherOne(confirmBy);
}

/** Not `reauthentication_required`, on which a client would ask and repeat this call without end. */
function otherOne(confirmBy: 'code' | 'password'): DomainError {
  const message = enterInstead[confirmBy];
  return new DomainError('bad_input', { message, fieldErrors: { [confirmBy]: [message] }, details: { confirmBy } });
}
