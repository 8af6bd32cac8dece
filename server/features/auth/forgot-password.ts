import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { forgotPasswordInput } from '../../../shared/auth.ts';
import type { Deps } from '../../deps.ts';
import type { Client } from '../../identity/client.ts';
import { sendResetLink } from '../../identity/reset-links.ts';

/** The answer takes at least this long, so that writing a mail can't be told from not writing one. */
const LEAST_ANSWER_MS = 150;

/**
 * Sends a link for setting a new password, where the address belongs to somebody who may log in; the caller learns
 * nothing of that.
 * @throws DomainError `too_many_requests` per address of either kind, whether anybody has it or not
 */
export async function forgotPassword(
  deps: Deps,
  client: Client,
  { email }: z.output<typeof forgotPasswordInput>,
): Promise<void> {
  await Promise.all([sendResetLink(deps, client, { email }), sleep(LEAST_ANSWER_MS)]);
}
