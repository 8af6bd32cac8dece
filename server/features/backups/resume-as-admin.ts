import type { z } from 'zod';
import type { resumeOutgoingInput } from '#shared/backups.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { isPaused } from '../../base/queue/pause-outgoing.ts';
import { resumeOutgoing } from './resume-outgoing.ts';

/**
 * Releases mails and jobs that a restore holds; they continue at once. Releasing what is not held changes nothing. For admins who have
 * re-authenticated.
 * @throws DomainError `reauthentication_required`
 */
export async function resumeAsAdmin(
  { db, events }: WriteDeps,
  actor: Actor,
  { mails }: z.output<typeof resumeOutgoingInput>,
): Promise<Done> {
  assertAdmin(actor);
  if (!(await isPaused(db))) return { ok: true };
  assertReauthenticated(actor);
  await resumeOutgoing(db, actor, { mails });
  events.publish('outgoing');
  return { ok: true };
}
