import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { forgotPasswordInput } from '#shared/auth.ts';
import type { Deps } from '../../base/deps.ts';
import type { Client } from '../../base/identity/client.ts';
import { sendResetLink } from '../../base/identity/reset-links.ts';

/** The response takes at least this long, so that its time does not reveal whether a mail was sent. */
const LEAST_ANSWER_MS = 150;

/**
 * Sends a reset link if the address belongs to a user who may log in. The response never reveals that.
 * @throws DomainError `too_many_requests`, per IP address and per email address
 */
export async function forgotPassword(
  deps: Deps,
  client: Client,
  { email }: z.output<typeof forgotPasswordInput>,
): Promise<void> {
  await Promise.all([sendResetLink(deps, client, { email }), sleep(LEAST_ANSWER_MS)]);
}
