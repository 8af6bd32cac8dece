import { z } from 'zod';
import { id } from './numbers.ts';
import { misfits } from './paste/fit.ts';
import { targetKinds } from './paste/target.ts';
import { text } from './text.ts';

/** Of a text in an address. */
const LONGEST = 3000;
const pasted = text({ max: [LONGEST, `The text must be at most ${LONGEST} characters`] });

export const readLinkInput = z.strictObject({ text: pasted, serviceId: id.optional() });

/** Where a link leads. */
export const targetOut = z.object({ platform: z.string().nullable(), kind: z.enum(targetKinds), key: z.string() });

export const linkReading = z.object({
  /** The link as it would be ordered; null if there is none. */
  link: z.string().nullable(),
  target: targetOut.nullable(),
  /** Whether it fits the service; null without a service, or where the service does not say what it takes. */
  fits: z.union([z.literal(true), z.enum(misfits)]).nullable(),
  /** Why it can't be read. */
  problem: z.string().optional(),
});
export type LinkReading = z.output<typeof linkReading>;
