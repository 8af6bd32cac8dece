import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db, Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import { isSameMailbox, readNewEmail } from '#shared/own-email.ts';
import {
  type Actor,
  currentPasswordNeeded,
  invalidPhone,
  isPhoneNumber,
  type Profile,
  phoneMissing,
  type updateProfileInput,
} from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { phoneColumns } from '../../base/identity/phone-number.ts';
import { sessionUserColumns } from '../../base/identity/session-user.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';
import { writeMail } from '../../base/mail/write-mail.ts';
import { askNewAddress, askOldAddress } from './ask-for-confirmation.ts';
import { confirmPassword, wrongPassword } from './confirm-password.ts';
import { addressWillChangeMail } from './mails.ts';
import { type OwnCaller, proveByCode } from './prove-owner.ts';
import { completeProfile } from './read-profile.ts';

/** Every call with a new address, also one with a wrong password. */
const QUESTIONS_AN_HOUR = { limit: 10, windowSeconds: 3600 };
/** The caller chooses where links are mailed, so the limit is low. */
const CHANGES_AN_HOUR = { limit: 3, windowSeconds: 3600 };

interface UpdateOptions {
  /** For clients that can't send the password: the current address must confirm before the new one is asked. */
  askOldAddress?: boolean;
  /** For older clients: accepts a phone of any form, and an empty one if none is stored. */
  anyPhone?: boolean;
}

type Input = z.output<typeof updateProfileInput>;

/**
 * Changes the caller's name and phone immediately. A new address must confirm and is `pendingEmail` until then; another user's address
 * gets the same response. A code of the second factor, sent along or entered within ten minutes, makes the change final for earlier
 * "this was not me" mails.
 * @throws DomainError `bad_input` for an invalid address or phone or a missing password; `wrong_password`, `wrong_code`, `second_factor_off`,
 * `too_many_requests`, `busy`
 */
export async function updateProfile(
  deps: Deps,
  caller: Pick<OwnCaller, 'actor' | 'client'>,
  { name, email: sentEmail, phone: sentPhone, currentPassword, code }: Input,
  options: UpdateOptions = {},
): Promise<Profile> {
  const { db, config, passwords, wakeMailer } = deps;
  const { actor } = caller;
  const before = await readContact(db, actor);
  // A missing field keeps its value, even if it changes at the same time.
  const phone = sentPhone || undefined;
  if (!phone && (before.phone || !options.anyPhone)) throw fieldError('bad_input', 'phone', phoneMissing);
  const isKnownForm = !phone || phone === before.phone || isPhoneNumber(phone);
  if (!isKnownForm && !options.anyPhone) throw fieldError('bad_input', 'phone', invalidPhone);
  const read = readNewEmail(before.email, sentEmail);
  if ('problem' in read) throw fieldError('bad_input', 'email', read.problem);
  const { email } = read;
  if (isSameMailbox(before.email, email)) return save(db, actor, { name, email, phone });

  await countAttempt(db, `email-asked:user:${actor.id}`, QUESTIONS_AN_HOUR);
  if (!currentPassword && !options.askOldAddress)
    throw fieldError('bad_input', 'currentPassword', currentPasswordNeeded);
  const passwordHash = currentPassword
    ? await passwords.runQueued({ userId: actor.id }, (hasher) =>
        confirmPassword(deps, hasher, actor.id, currentPassword),
      )
    : undefined;
  await countAttempt(db, `email:user:${actor.id}`, CHANGES_AN_HOUR);
  const byFactor = code !== undefined || (actor.isReauthenticated === true && actor.confirmsBy === 'code');
  const change = async (tx: Tx) => {
    const current = await lock(tx, actor);
    if (passwordHash === undefined)
      await askOldAddress(tx, config, { userId: actor.id, ...current, newEmail: email, byFactor });
    else {
      if (current.passwordHash !== passwordHash) throw wrongPassword();
      await askNewAddress(tx, config, { userId: actor.id, newEmail: email, byFactor });
      await writeMail(tx, current.email, addressWillChangeMail(config.publicUrl));
    }
    return save(tx, actor, { name, phone });
  };
  const profile = code === undefined ? await db.transaction(change) : await proveByCode(deps, caller, code, change);
  wakeMailer();
  return profile;
}

async function readContact(db: Db, actor: Actor): Promise<{ email: string; phone: string }> {
  const [user] = await db.select({ email: users.email, phone: users.phone }).from(users).where(eq(users.id, actor.id));
  if (!user) throw new DomainError('not_found');
  return user;
}

async function lock(tx: Tx, actor: Actor) {
  const [user] = await tx
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('no key update');
  if (!user) throw new DomainError('not_found');
  return user;
}

async function save(
  db: Db | Tx,
  actor: Actor,
  { phone, ...fields }: { name: string; phone: string | undefined; email?: string },
): Promise<Profile> {
  const written = { ...fields, ...(phone !== undefined && phoneColumns(phone)) };
  const [user] = await db.update(users).set(written).where(eq(users.id, actor.id)).returning(sessionUserColumns);
  if (!user) throw new DomainError('not_found');
  return completeProfile(db, user);
}
