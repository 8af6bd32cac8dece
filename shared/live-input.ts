import { z } from 'zod';
import { text } from './text.ts';

/** The kinds of changes that a client knows. A tab of the version before sends none, and gets the kinds of that version. */
export const followInput = z.strictObject({ kinds: z.array(text({ max: [20] })).max(20) }).optional();
