import type { Actor } from '../../../shared/users.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';

/** Who asks, and by which session. */
export interface Authenticated {
  actor: Actor;
  sessionId: string;
}

/** Placeholder signature; the real one verifies the token and reads session and user. */
export async function authenticate(_deps: Deps, _accessToken: string | undefined): Promise<Authenticated> {
  throw new DomainError('unauthenticated');
}
