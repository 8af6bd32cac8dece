import { z } from 'zod';

/** Calls to other people's servers that a person waits for. A background worker makes them. */
export const callKinds = ['suppliers.test', 'suppliers.fetch', 'forwards.refresh', 'alarms.test'] as const;
export type CallKind = (typeof callKinds)[number];

/** The answer while a call has not ended in time: the same call waits for its end. */
export const stillRunning = z.strictObject({ running: z.literal(true) });
export type StillRunning = z.output<typeof stillRunning>;
