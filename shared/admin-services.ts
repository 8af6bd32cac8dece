import { z } from 'zod';
import { pageOf } from './paging.ts';
import { serviceListInput, serviceOut } from './services.ts';

/** Which services an admin looks at: those that customers see, or those that were deleted. */
export const serviceShelves = ['offered', 'deleted'] as const;
export type ServiceShelf = (typeof serviceShelves)[number];

export const adminServiceListInput = serviceListInput
  .omit({ favourites: true })
  .extend({ shelf: z.enum(serviceShelves).default('offered') });
export type AdminServiceListInput = z.output<typeof adminServiceListInput>;

/** A service as admins see it. */
export const adminServiceOut = serviceOut.extend({ deletedAt: z.date().nullable() });
export type AdminServiceOut = z.output<typeof adminServiceOut>;

export const adminServicePage = pageOf(adminServiceOut).extend({ total: z.int() });
export type AdminServicePage = z.output<typeof adminServicePage>;
