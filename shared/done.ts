import { z } from 'zod';

/** An answer that says only that the call was done. */
export const done = z.object({ ok: z.literal(true) });
export type Done = z.output<typeof done>;
