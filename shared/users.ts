import { z } from 'zod';
import { NANOS_PER_DOLLAR } from './money.ts';
import { id, nanosIn, nanosOut, requestId } from './numbers.ts';
import { pageInput, pageOf, searchText } from './paging.ts';

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

/** Who asks: the only thing a domain verb is told of the caller. */
export interface Actor {
  id: number;
  role: Role;
}

/** Giving or taking back: at most $10,000 at a time. */
export const MAX_GRANT_NANOS = 10_000 * NANOS_PER_DOLLAR;

/** Text without the spaces around it; missing, it is told in the form's own words. */
const text = (missing: string) => z.string(missing).trim();

export const userName = text('Username is required')
  .min(1, 'Username is required')
  .min(3, 'Username must be 3 to 32 characters')
  .max(32, 'Username must be 3 to 32 characters')
  .regex(/^[A-Za-z0-9_.-]+$/, 'Username may have letters, digits, _ . and - only');
export const name = text('Name is required').min(1, 'Name is required').max(100, 'Name must be at most 100 characters');
export const email = text('Email is required')
  .min(1, 'Email is required')
  .max(254, 'Invalid email address')
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email address');
export const phone = text('phone Number is required')
  .min(1, 'phone Number is required')
  .max(32, 'Phone number must be at most 32 characters')
  .regex(/^[+\d][\d\s()-]*$/, 'Invalid phone number');

/** A user as the user themselves and the browser's session see it. */
export const sessionUser = z.object({
  id,
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  image: z.string().nullable(),
  role: z.enum(roles),
  createdAt: z.date(),
});
export type SessionUser = z.output<typeof sessionUser>;

export const updateProfileInput = z.strictObject({ name, email, phone });

export const userSorts = ['newest', 'oldest', 'name', 'balance'] as const;

export const adminUserListInput = pageInput.extend({
  search: searchText,
  status: z.enum(['active', 'blocked']).optional(),
  sort: z.enum(userSorts).default('newest'),
});

/** A user as admins see it. */
export const adminUser = sessionUser.extend({ balanceNanos: nanosOut, blocked: z.boolean() });
export type AdminUser = z.output<typeof adminUser>;
export const adminUserPage = pageOf(adminUser);
export const adminUserInput = z.strictObject({ id });

export const setBlockedInput = z.strictObject({ id, blocked: z.boolean() });

export const giveBalanceInput = z.strictObject({
  id,
  amountNanos: nanosIn
    .min(-MAX_GRANT_NANOS, 'At most $10,000 at a time')
    .max(MAX_GRANT_NANOS, 'At most $10,000 at a time')
    .refine((amount) => amount !== 0, 'Amount is required'),
  reason: z.string().trim().max(500, 'Reason must be at most 500 characters').optional(),
  requestId: requestId.optional(),
});
export type GiveBalanceInput = z.output<typeof giveBalanceInput>;
