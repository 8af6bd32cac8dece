import type { Outputs } from '../../../lib/trpc.ts';

export type Recharge = Outputs['admin']['recharges']['list']['items'][number];
