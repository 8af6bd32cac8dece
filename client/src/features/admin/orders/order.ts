import type { Outputs } from '../../../lib/trpc.ts';

/** An order of the list, or one opened by its id. */
export type Order = Outputs['admin']['orders']['list']['items'][number];
