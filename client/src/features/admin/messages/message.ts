import type { Outputs } from '../../../lib/trpc.ts';

export type Message = Outputs['admin']['evidence']['list']['items'][number];
