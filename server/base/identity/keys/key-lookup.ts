import { batched } from '#db/batch.ts';
import type { Db } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import type { KeyScope } from '#shared/key-scopes.ts';
import type { Role } from '#shared/users.ts';
import type { Config } from '../../env.ts';
import { OVERLAP_HOURS } from '../../secrets/overlap.ts';

/** The current state of a key and its owner. */
export interface KeyState {
  id: number;
  /** SHA-256 of the secret, hex. */
  hash: string;
  /** Of the secret before the last roll, while it works. */
  previousHash: string | null;
  userId: number;
  role: Role;
  blocked: boolean;
  /** Neither revoked nor expired. */
  live: boolean;
  scopes: KeyScope[];
  /** Addresses and blocks that may use it; none means any. */
  addresses: string[];
  /** Null for a key without an end. */
  expiresAtMs: number | null;
  hasSecondFactor: boolean;
  /** An admin without the second factor that the shop requires. */
  mustEnroll: boolean;
  /** The address of the last use, if that was within the current minute. */
  usedNowFrom: string | null;
}

/** @param id the key's */
export type KeyLookup = (id: number) => Promise<KeyState | undefined>;

/** Every call of a key waits for this query, which normally takes a few milliseconds. */
const DEADLINE_MS = 2_000;

/**
 * Reads keys for authentication, batching simultaneous requests. It reads the database each time, so a revoked key is refused at once by
 * every process.
 */
export function createKeyLookup(
  db: Db,
  { requiresAdminSecondFactor = false }: Partial<Pick<Config, 'requiresAdminSecondFactor'>> = {},
): KeyLookup {
  return batched((ids) => withDeadline(DEADLINE_MS, () => readKeys(db, ids, requiresAdminSecondFactor)));
}

async function readKeys(db: Db, ids: number[], isRequired: boolean): Promise<(KeyState | undefined)[]> {
  const rows = await db.$client<KeyState[]>`
    select k.id, k.hash, case when k.rolled_at > now() - make_interval(hours => ${OVERLAP_HOURS}) then k.previous_hash end as "previousHash",
           k.user_id as "userId", u.role, u.blocked_at is not null as blocked,
           k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) as live,
           k.scopes, k.addresses, extract(epoch from k.expires_at)::float8 * 1000 as "expiresAtMs",
           f.user_id is not null as "hasSecondFactor",
           u.role = 'admin' and f.user_id is null
             and (${isRequired} or (select require_admin_second_factor from settings)) as "mustEnroll",
           case when k.last_used_at = date_trunc('minute', now()) then k.last_used_address end as "usedNowFrom"
    from api_keys k
    join users u on u.id = k.user_id
    left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where k.id = any(${[...new Set(ids)]}::bigint[])`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
}
