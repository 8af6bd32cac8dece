import { z } from 'zod';

/** The response of a call that returns no data. */
export const done = z.object({ ok: z.literal(true) });
export type Done = z.output<typeof done>;
