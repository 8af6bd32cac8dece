import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import type { Client } from '../../base/identity/client.ts';
import { sendResetLink } from '../../base/identity/reset-links.ts';
import { getUser } from './get-user.ts';

const tooManyMails = 'This user was sent many reset links a moment ago. The last of them still works.';

/**
 * Mails a user a link for a new password, within the limits of a forgotten one. Admins never see the link. Admins only.
 * @throws DomainError `not_found`, `user_blocked`, `too_many_requests`
 */
export async function sendUserResetLink(
  deps: Deps,
  { actor, client }: { actor: Actor; client: Client },
  { id }: { id: number },
): Promise<Done> {
  assertAdmin(actor);
  const { userName, email, blocked } = await getUser(deps.db, actor, { id });
  if (blocked) throw new DomainError('user_blocked');
  const outcome = await sendResetLink(deps, client, {
    email,
    within: (tx) =>
      recordAction(tx, actor, {
        action: 'user.sendResetLink',
        subject: 'user',
        subjectId: id,
        subjectName: userName,
        userId: id,
        before: null,
        after: { sentTo: email },
      }),
  });
  if (outcome === 'too_many') throw new DomainError('too_many_requests', { message: tooManyMails });
  // They were blocked or changed their address in the meantime.
  if (outcome === 'nobody') throw new DomainError('busy');
  return { ok: true };
}
