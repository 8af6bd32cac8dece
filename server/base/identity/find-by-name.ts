import type { Db } from '#db/client.ts';
import { readEmail } from '#shared/paste/account.ts';
import { visible } from '#shared/paste/clean.ts';
import { readPhone } from './phone-number.ts';

interface FoundUser {
  id: number;
  /** The user name, normalized; the same as the typed key unless they typed the email or the phone. */
  userNameKey: string;
  email: string;
  passwordHash: string;
  blocked: boolean;
}

/** A normalized name, and its user. */
export interface NamedUser {
  /** For keys and comparisons; never displayed. It depends on the text alone, and is the same for all spellings of a phone number. */
  nameKey: string;
  /** Undefined if no user has the name. */
  user: FoundUser | undefined;
}

/**
 * Finds a user by user name or email, in any case and Unicode form, or else the only user with a phone number. A user name has no `@`,
 * so at most one user matches. An email is cleaned like a new one; first it is looked for as typed, because older ones are stored so.
 */
export async function findByName(db: Db, name: string): Promise<NamedUser> {
  const phone = readPhone(name);
  const cleaned = cleanedName(name);
  const [row] = await db.$client<({ folded: string; id: number | null } & Omit<FoundUser, 'id'>)[]>`
    select n.folded, u.id, lower(u.user_name) as "userNameKey", u.email, u.password_hash as "passwordHash", u.blocked_at is not null as blocked
    from (select folded(${cleaned}) as folded, folded(${name}) as typed) n
    left join users named on named.email_key in (n.folded, n.typed) or lower(named.user_name) = n.folded
    left join users u on u.id = coalesce(named.id, (
      select min(id) from (select id from users where phone_e164 = ${phone} and phone_read = phone limit 2) two having count(*) = 1))
    order by named.email_key = n.typed desc limit 1`;
  if (!row) throw new Error('A left join of one row returned none');
  const { folded, id, ...rest } = row;
  return { nameKey: phone ?? folded, user: id === null ? undefined : { id, ...rest } };
}

/** An email as new ones are stored, and any other name without its invisible characters. */
export function cleanedName(name: string): string {
  const read = readEmail(name);
  return 'email' in read ? read.email : visible(name);
}
