import type { Outputs } from '../../../lib/trpc.ts';

/** A service as admins see it. */
export type Service = Outputs['admin']['services']['list']['items'][number];

/** From this screen width on the services are a table: its eight columns need more room than usual. */
export const TABLE_FROM_PX = 900;
