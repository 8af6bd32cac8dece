import type { Db } from '#db/client.ts';

interface FoundUser {
  id: number;
  /** The user name, normalized; the same as the typed key unless they typed the email. */
  userNameKey: string;
  email: string;
  passwordHash: string;
  blocked: boolean;
}

/** A normalized name, and its user. */
export interface NamedUser {
  /** For keys and comparisons; never displayed. */
  nameKey: string;
  /** Undefined if no user has the name. */
  user: FoundUser | undefined;
}

/** Finds a user by user name or email, in any case and Unicode form. A user name has no `@`, so at most one user matches. */
export async function findByName(db: Db, name: string): Promise<NamedUser> {
  const [row] = await db.$client<({ nameKey: string; id: number | null } & Omit<FoundUser, 'id'>)[]>`
    select n.key as "nameKey", u.id, lower(u.user_name) as "userNameKey", u.email, u.password_hash as "passwordHash", u.blocked_at is not null as blocked
    from (select folded(${name}) as key) n
    left join users u on u.email_key = n.key or lower(u.user_name) = n.key
    limit 1`;
  if (!row) throw new Error('A left join of one row returned none');
  const { nameKey, id, ...rest } = row;
  return { nameKey, user: id === null ? undefined : { id, ...rest } };
}
