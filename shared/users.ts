import { z } from 'zod';
import { languages } from './languages.ts';
import { latinDigits } from './latin-digits.ts';
import { MAX_MOVE_NANOS, maxMoveMessage } from './money.ts';
import { id, nanosIn, nanosOut, requestId } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { pageInput, pageOf, searchText } from './paging.ts';
import { accountProblems, readEmail, readUserName } from './paste/account.ts';
import { secondFactorCode, secondFactorState } from './second-factor.ts';
import { neededReason, oneLineReason, reasonText, text } from './text.ts';

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

/** Who calls a domain verb. */
export interface Actor {
  id: number;
  role: Role;
  /** Whether they entered their password or a code again within ten minutes. */
  isReauthenticated?: boolean;
  /** What they re-authenticate by: a code if they have a second factor. */
  confirmsBy?: 'password' | 'code';
  /** The API key that calls for them. */
  keyId?: number;
}

/** More than any pasted address or name has; the readers have closer limits. */
const MAX_PASTED = 1000;

/**
 * A text that one of the readers of `paste/account.ts` refuses with its sentence.
 * @param part the part of what was read that is kept; as typed without one
 */
function readable(missing: string, tooLong: string, reader: (typed: string) => object, part = '') {
  const read = (typed: string) => reader(typed) as Partial<Record<string, string>>;
  return z
    .string(missing)
    .max(MAX_PASTED, { error: tooLong, abort: true })
    .superRefine((typed, context) => {
      const { problem: message } = read(typed);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .overwrite((typed) => read(typed)[part] ?? typed);
}

const { email_missing, email_invalid, name_missing, name_length } = accountProblems;

/** A name of digits alone could be another customer's phone number, which also logs in. */
export const userName = readable(name_missing, name_length, readUserName, 'userName');
export const name = text({
  missing: 'Name is required',
  max: [100, 'Name must be at most 100 characters'],
  form: [isOneLine, 'Name must be one line, without control characters'],
});
/** An address as typed, to look for among stored ones: older ones may have a form that is refused today. */
export const typedEmail = readable(email_missing, email_invalid, (typed) =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(typed) ? {} : readEmail(typed),
);
/** A new address as people paste it: it is stored without `mailto:`, brackets and a final dot. */
export const email = readable(email_missing, email_invalid, readEmail, 'email');
export const phoneMissing = 'phone Number is required';
export const invalidPhone = 'Invalid phone number';
const phoneRules = {
  missing: phoneMissing,
  max: [32, 'Phone number must be at most 32 characters'],
  read: latinDigits,
} satisfies Parameters<typeof text>[0];
/** A phone number in any form, because stored ones stay valid. */
export const anyPhone = text(phoneRules).meta({
  description: 'Required, at most 32 characters. Bengali digits are stored as Latin ones',
});
/** A phone number as the panel's own forms require it. */
export const phone = text({
  ...phoneRules,
  form: [(number) => number === '' || isPhoneNumber(number), invalidPhone],
});

/** Whether it is an international or national number of 7 to 15 digits, with any separators. */
export function isPhoneNumber(number: string): boolean {
  const digits = number.replaceAll(/\D/g, '').length;
  return /^\+?[\d(][\d\s().-]*$/.test(number) && digits >= 7 && digits <= 15;
}

/** A user as seen by themselves. */
export const sessionUser = z.object({
  id,
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  image: z.string().nullable(),
  /** The chosen language; null without a choice. */
  language: z.enum(languages).nullable(),
  role: z.enum(roles),
  createdAt: z.date(),
});
export type SessionUser = z.output<typeof sessionUser>;

export const setLanguageInput = z.strictObject({ language: z.enum(languages) });
export type SetLanguageInput = z.output<typeof setLanguageInput>;

export const currentPasswordNeeded = 'Please enter your current password to change your email address';

/** The password is required if the email changes; the forms of email and phone are checked only if they change. */
export const updateProfileInput = z.strictObject({
  name,
  email: text({ missing: email_missing, max: [MAX_PASTED, email_invalid] }),
  phone: anyPhone,
  currentPassword: text({ max: [128, 'The current password is not right.'], keepsSpaces: true }).optional(),
  /** Of the second factor. A new address that is asked for with it can't be undone by "this was not me". */
  code: secondFactorCode.optional(),
});

/** The caller's own profile, with the address that waits for confirmation and the second factor. */
export const profile = sessionUser.extend({ pendingEmail: z.string().nullable(), twoFactor: secondFactorState });
export type Profile = z.output<typeof profile>;

export const userSorts = ['newest', 'oldest', 'name', 'nameDescending', 'balance', 'lowestBalance'] as const;

export const adminUserListInput = pageInput.extend({
  search: searchText,
  status: z.enum(['active', 'blocked']).optional(),
  role: z.enum(roles).optional(),
  sort: z.enum(userSorts).default('newest'),
});

/** A user as admins see it. */
export const adminUser = sessionUser.extend({ balanceNanos: nanosOut, blocked: z.boolean() });
export type AdminUser = z.output<typeof adminUser>;
export const adminUserPage = pageOf(adminUser);
export const adminUserInput = z.strictObject({ id });

/** A user's page for admins, without the user's lists. */
export const adminUserDetails = adminUser.extend({
  blockedAt: z.date().nullable(),
  /** Shown to the customer at login; null without a reason. */
  blockedReason: z.string().nullable(),
  /** Whether a link mailed to the address was opened. */
  emailConfirmed: z.boolean(),
  /** Whether a second factor is on. */
  twoFactor: z.boolean(),
  /** How many other accounts have the same phone number, in any spelling. */
  samePhone: z.int(),
  /** The last use of any session. Ended sessions are remembered for a week. */
  lastSeenAt: z.date().nullable(),
  counts: z.object({
    orders: z.int(),
    /** Open orders that are at no supplier. */
    openOrders: z.int(),
    recharges: z.int(),
    pendingRecharges: z.int(),
    tickets: z.int(),
    /** Tickets that wait for an admin. */
    openTickets: z.int(),
    sessions: z.int(),
  }),
});
export type AdminUserDetails = z.output<typeof adminUserDetails>;

/** The reason for blocking, which the customer reads at login. An empty one counts as none. */
export const setBlockedInput = z.strictObject({ id, blocked: z.boolean(), reason: oneLineReason.optional() });
/** Turns a customer's second factor off. */
export const resetTwoFactorInput = z.strictObject({ id, reason: neededReason });
export const setRoleInput = z.strictObject({ id, role: z.enum(roles) });
/** How many sessions were ended. */
export const sessionsEnded = z.object({ ended: z.int() });

export const giveBalanceInput = z.strictObject({
  id,
  amountNanos: nanosIn
    .min(-MAX_MOVE_NANOS, maxMoveMessage)
    .max(MAX_MOVE_NANOS, maxMoveMessage)
    .refine((amount) => amount !== 0, 'Amount must not be 0'),
  reason: reasonText.optional(),
  /** Gives it although this admin gave the user the same within 60 seconds; a `requestId` needs none. */
  confirm: z.boolean().optional(),
  requestId: requestId.optional(),
});
export type GiveBalanceInput = z.output<typeof giveBalanceInput>;
