import type { Outputs } from '../../../lib/trpc.ts';

/** A service as admins see it. */
export type Service = Outputs['admin']['services']['list']['items'][number];

/** From this screen width on the services are a table; narrower ones leave out some of its columns. */
export const TABLE_FROM_PX = 768;
