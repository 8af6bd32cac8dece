import { z } from 'zod';
import { adminScopes, customerScopes, type KeyScope } from './key-scopes.ts';
import { id } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { pageInput, pageOf } from './paging.ts';
import { text } from './text.ts';

/** How many keys a user may have that are neither revoked nor expired. */
export const MOST_KEYS = 10;
const MOST_KEY_ADDRESSES = 20;
const KEY_NAME_MAX_LENGTH = 60;
/** An IPv6 address with an embedded IPv4 address and a prefix length. */
const ADDRESS_MAX_LENGTH = 49;
const MOMENT_MAX_LENGTH = 40;

const keyScopes = [...customerScopes, ...adminScopes] as const;
const keyScope: z.ZodType<KeyScope, KeyScope> = z.enum(keyScopes, 'This scope is not known');

const anyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const invalidAddress = 'Enter IP addresses or blocks such as 203.0.113.7 or 2001:db8::/32';
const keyAddress = text({
  missing: invalidAddress,
  max: [ADDRESS_MAX_LENGTH, invalidAddress],
  form: [(address) => anyAddress.safeParse(address).success, invalidAddress],
});

/** With seconds or without. */
const isoMoment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);
const invalidExpiry = 'The expiry must be a date and time with its zone, such as 2030-01-31T08:30:00Z';

export const createKeyInput = z.strictObject({
  name: text({
    missing: 'Name is required',
    max: [KEY_NAME_MAX_LENGTH, `Name must be at most ${KEY_NAME_MAX_LENGTH} characters`],
    form: [isOneLine, 'Name must be one line, without control characters'],
  }),
  scopes: z
    .array(keyScope, 'Choose at least one scope')
    .min(1, 'Choose at least one scope')
    .max(keyScopes.length, 'Each scope may be chosen once'),
  /** ISO 8601; without it the key has no end. */
  expiresAt: text({
    max: [MOMENT_MAX_LENGTH, invalidExpiry],
    form: [(moment) => isoMoment.safeParse(moment).success, invalidExpiry],
  })
    .transform((moment) => new Date(moment))
    .refine((moment) => moment.getTime() > Date.now(), 'The expiry must be in the future')
    .optional()
    .meta({ examples: ['2098-01-31T08:30:00Z'] }),
  /** Addresses and blocks (CIDR) that may use the key; none means any. */
  addresses: z
    .array(keyAddress)
    .max(MOST_KEY_ADDRESSES, `A key has at most ${MOST_KEY_ADDRESSES} addresses`)
    .optional(),
});
export type CreateKeyInput = z.output<typeof createKeyInput>;

export const keyIdInput = z.strictObject({ id });

/** The calls of a key. */
export const keyCallsInput = pageInput.extend({ id });

/** A key as its owner sees it, without its secret. */
export const key = z.object({
  id,
  name: z.string(),
  scopes: z.array(keyScope),
  addresses: z.array(z.string()),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  /** To the minute; null before the first use. */
  lastUsedAt: z.date().nullable(),
  lastUsedAddress: z.string().nullable(),
  /** When the secret before the last roll ends; null if there is none that works. */
  previousSecretEndsAt: z.date().nullable(),
});
export type Key = z.output<typeof key>;

const keyCall = z.object({
  /** The HTTP status; in a batch that of the call. 499: the client left before the answer. */
  status: z.int(),
  /** The domain error's; null for a success. */
  code: z.string().nullable(),
  /** The `x-request-id` of the answer. */
  traceId: z.string(),
  /** When it was answered. */
  at: z.date(),
});
export const keyCallPage = pageOf(keyCall);

export const keyList = z.object({ keys: z.array(key) });
/** The secret is displayed once; only its hash is stored. */
export const createdKey = z.object({ key, secret: z.string() });
export type CreatedKey = z.output<typeof createdKey>;
export const keyRevoked = z.object({});
export const keysRevoked = z.object({ revoked: z.int() });
