import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { users } from '../../../db/schema/users.ts';
import { userName as userNameRule } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import type { Passwords } from '../auth/passwords.ts';
import { endSessions } from '../auth/sessions.ts';
import { openWallet } from '../balance/ledger.ts';

/** Without those that look alike in a terminal: 0 O o, 1 l I. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

export interface AdminMade {
  userName: string;
  password: string;
  /** False where the admin was there already and got a new password. */
  created: boolean;
}

/**
 * Makes an admin, or gives an existing one a new password, ends their sessions and unblocks them: the way back in for
 * whoever has the server. Without a password one is generated (116 random bits).
 * @throws DomainError `bad_input` for an impossible user name, `user_name_taken` where it belongs to a customer
 */
export async function createAdmin(
  db: Db,
  passwords: Pick<Passwords, 'hash'>,
  admin: { userName: string; password?: string | undefined },
): Promise<AdminMade> {
  const parsed = userNameRule.safeParse(admin.userName);
  if (!parsed.success) throw new DomainError('bad_input', { message: parsed.error.issues[0]?.message ?? '' });
  const password = admin.password ?? generatePassword();
  const passwordHash = await passwords.hash(password);
  return db.transaction(async (tx) => {
    const [existing] = await tx
      .select({ id: users.id, userName: users.userName, role: users.role })
      .from(users)
      .where(sql`lower(${users.userName}) = lower(${parsed.data})`)
      .for('no key update');
    if (existing && existing.role !== 'admin') {
      throw new DomainError('user_name_taken', { message: `${existing.userName} is a customer, not an admin.` });
    }
    if (existing) {
      await tx.update(users).set({ passwordHash, blockedAt: null }).where(eq(users.id, existing.id));
      await endSessions(tx, existing.id);
      return { userName: existing.userName, password, created: false };
    }
    const made = { userName: parsed.data, name: 'Administrator', email: placeholderEmail(parsed.data), phone: '' };
    const [inserted] = await tx
      .insert(users)
      .values({ ...made, role: 'admin', passwordHash })
      .returning({ id: users.id });
    if (!inserted) throw new Error('an inserted user came back without a row');
    await openWallet(tx, inserted.id);
    return { userName: parsed.data, password, created: true };
  });
}

/**
 * Makes the first admin of a new shop; where there is one already nothing happens, so every start may call it.
 * @returns the password where this call generated it; a given one is not told again
 */
export async function createFirstAdmin(
  db: Db,
  passwords: Pick<Passwords, 'hash'>,
  admin: { userName: string; password?: string | undefined },
): Promise<{ password?: string }> {
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1);
  if (existing) return {};
  const { password } = await createAdmin(db, passwords, admin);
  return admin.password ? {} : { password };
}

/** A column needs an address and nobody gave one; `.invalid` can never belong to anybody (RFC 2606). */
function placeholderEmail(userName: string): string {
  return `${userName.toLowerCase()}@admin.invalid`;
}

function generatePassword(): string {
  const pick = () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)];
  return Array.from({ length: PASSWORD_LENGTH }, pick).join('');
}
