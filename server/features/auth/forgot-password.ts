import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { forgotPasswordInput } from '#shared/auth.ts';
import type { Deps } from '../../deps.ts';
import type { Client } from '../../identity/client.ts';
import { sendResetLink } from '../../identity/reset-links.ts';

/** The answer takes at least this long, so that its time does not tell whether a mail was written. */
const LEAST_ANSWER_MS = 150;

/**
 * Sends a link for a new password where the address belongs to somebody who may log in. The answer never says whether.
 * @throws DomainError `too_many_requests` per address of either kind
 */
export async function forgotPassword(
  deps: Deps,
  client: Client,
  { email }: z.output<typeof forgotPasswordInput>,
): Promise<void> {
  await Promise.all([sendResetLink(deps, client, { email }), sleep(LEAST_ANSWER_MS)]);
}
