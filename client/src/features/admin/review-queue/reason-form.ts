import { z } from 'zod';
import { decideRechargeInput } from '#shared/balance.ts';

/** An optional reason, which customers read. */
export const reasonForm = z.object({ reason: decideRechargeInput.shape.reason });
