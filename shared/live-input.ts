import { z } from 'zod';
import { changeKinds } from './live.ts';

/** The kinds of changes that a client knows. Without them it gets those of the oldest clients. */
export const followInput = z.strictObject({ kinds: z.array(z.enum(changeKinds)).max(20).optional() }).optional();
