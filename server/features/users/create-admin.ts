import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Db, Tx } from '#db/client.ts';
import { emailChanges, passwordResets } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { userName as userNameRule } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { DomainError } from '../../base/errors.ts';
import { deleteLoginFailures } from '../../base/identity/login-failures.ts';
import type { Passwords } from '../../base/identity/passwords.ts';
import { phoneColumns } from '../../base/identity/phone-number.ts';
import { hasSecondFactor } from '../../base/identity/second-factor.ts';
import { endSessions } from '../../base/identity/sessions.ts';
import { openWallet } from '../../money/wallets.ts';
import { turnOffSecondFactor } from './turn-off-second-factor.ts';

/** Without characters that look alike in a terminal: 0 O o, 1 l I. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

export interface AdminMade {
  userName: string;
  password: string;
  /** False if the admin existed and got a new password. */
  created: boolean;
  /** Whether a second factor is on, so that the login needs a code, too. */
  twoFactor: boolean;
  /** Whether this call turned a second factor off. */
  twoFactorReset: boolean;
}

interface AdminOptions {
  userName: string;
  /** Generated if there is none. */
  password?: string | undefined;
  /** Turns the second factor of an existing admin off; otherwise it stays on. */
  resetsTwoFactor?: boolean;
}

/**
 * Creates an admin, or gives an existing one a new password: the server owner's way to regain access. Ends sessions, a block, mailed
 * links and counted failures, and on request the second factor. Without a password one is generated (116 random bits).
 * @throws DomainError `bad_input` for an invalid user name, `user_name_taken` by a customer
 */
export async function createAdmin(db: Db, passwords: Pick<Passwords, 'hash'>, admin: AdminOptions): Promise<AdminMade> {
  const userName = readUserName(admin.userName);
  const password = admin.password ?? generatePassword();
  const passwordHash = await passwords.hash(password);
  return db.transaction(async (tx) => {
    const existing = await findByName(tx, userName);
    if (!existing) {
      await insertAdmin(tx, userName, passwordHash);
      return { userName, password, created: true, twoFactor: false, twoFactorReset: false };
    }
    if (existing.role !== 'admin') throw nameOfCustomer(existing.userName);
    await tx.update(users).set({ passwordHash, blockedAt: null, blockedReason: null }).where(eq(users.id, existing.id));
    await endSessions(tx, existing.id);
    await tx.delete(passwordResets).where(eq(passwordResets.userId, existing.id));
    await tx.delete(emailChanges).where(eq(emailChanges.userId, existing.id));
    await deleteLoginFailures(tx, existing.id);
    await recordAction(tx, null, {
      action: 'user.resetAdmin',
      subject: 'user',
      subjectId: existing.id,
      subjectName: existing.userName,
      userId: existing.id,
      before: { blocked: existing.blocked },
      after: { blocked: false, signedOut: true },
    });
    const twoFactor = await hasSecondFactor(tx, existing.id);
    const twoFactorReset = twoFactor && admin.resetsTwoFactor === true;
    if (twoFactorReset) await turnOffSecondFactor(tx, null, existing);
    return {
      userName: existing.userName,
      password,
      created: false,
      twoFactor: twoFactor && !twoFactorReset,
      twoFactorReset,
    };
  });
}

/**
 * Creates the first admin of a new shop and does nothing if there is one, so every start of any server may call it.
 * @param keepPassword receives a generated password before the admin exists; if it throws, no admin is created
 * @returns the first admin, with `password` only if this call generated it
 * @throws DomainError like {@link createAdmin}
 */
export async function createFirstAdmin(
  db: Db,
  passwords: Pick<Passwords, 'hash'>,
  admin: { userName: string; password?: string | undefined },
  savePassword: (password: string) => void = () => {},
): Promise<{ userName: string; created: boolean; password?: string }> {
  const known = await findFirstAdmin(db);
  if (known) return { userName: known.userName, created: false };
  const userName = readUserName(admin.userName);
  const password = admin.password ?? generatePassword();
  const passwordHash = await passwords.hash(password);
  return db.transaction(async (tx) => {
    // Of several starting servers only one creates it.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.firstAdmin})`);
    const madeMeanwhile = await findFirstAdmin(tx);
    if (madeMeanwhile) return { userName: madeMeanwhile.userName, created: false };
    const customer = await findByName(tx, userName);
    if (customer) throw nameOfCustomer(customer.userName);
    await insertAdmin(tx, userName, passwordHash);
    if (admin.password === undefined) savePassword(password);
    return { userName, created: true, ...(admin.password ? {} : { password }) };
  });
}

function readUserName(text: string): string {
  const parsed = userNameRule.safeParse(text);
  if (!parsed.success) throw new DomainError('bad_input', { message: parsed.error.issues[0]?.message ?? '' });
  return parsed.data;
}

async function findFirstAdmin(db: Db | Tx) {
  const [admin] = await db
    .select({ userName: users.userName })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(users.id)
    .limit(1);
  return admin;
}

async function findByName(tx: Tx, userName: string) {
  const [user] = await tx
    .select({
      id: users.id,
      userName: users.userName,
      role: users.role,
      blocked: sql<boolean>`${users.blockedAt} is not null`,
    })
    .from(users)
    .where(sql`lower(${users.userName}) = lower(${userName})`)
    .for('no key update');
  return user;
}

async function insertAdmin(tx: Tx, userName: string, passwordHash: string): Promise<void> {
  const [inserted] = await tx
    .insert(users)
    .values({
      userName,
      name: 'Administrator',
      email: placeholderEmail(userName),
      ...phoneColumns(''),
      role: 'admin',
      passwordHash,
    })
    .returning({ id: users.id });
  if (!inserted) throw new Error('inserting a user returned no row');
  await openWallet(tx, inserted.id);
  await recordAction(tx, null, {
    action: 'user.createAdmin',
    subject: 'user',
    subjectId: inserted.id,
    subjectName: userName,
    userId: inserted.id,
    before: null,
    after: { userName, role: 'admin' },
  });
}

function nameOfCustomer(userName: string): DomainError {
  return new DomainError('user_name_taken', { message: `${userName} is a customer, not an admin.` });
}

/** The column requires an address; `.invalid` can never belong to anybody (RFC 2606). */
function placeholderEmail(userName: string): string {
  return `${userName.toLowerCase()}@admin.invalid`;
}

function generatePassword(): string {
  const pick = () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)];
  return Array.from({ length: PASSWORD_LENGTH }, pick).join('');
}
