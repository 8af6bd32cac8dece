import type { Outputs } from '../../../lib/trpc.ts';

/** A user as admins see it, as received from the API. */
export type User = Outputs['admin']['users']['list']['items'][number];

/** A user with the facts of their page. */
export type UserDetails = Outputs['admin']['users']['get'];
