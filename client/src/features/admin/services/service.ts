import type { Outputs } from '../../../lib/trpc.ts';

/** A service as admins see it. */
export type Service = Outputs['admin']['services']['list']['items'][number];
