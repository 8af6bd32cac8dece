import { randomInt } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { recoveryCodes } from '#db/schema/second-factors.ts';
import { RECOVERY_CODES } from '#shared/second-factor.ts';
import { hashToken } from './refresh-token.ts';

/** Base32 (RFC 4648): 16 characters are 80 bits, too many to guess, so a fast hash without salt is sufficient. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/**
 * Replaces a user's recovery codes; earlier ones end.
 * @returns ten new codes, such as `ABCD-EFGH-IJKL-MNOP`. Only their hashes are stored
 */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, hash: hashToken(code) })));
  return codes.map((code) => code.replaceAll(GROUP, '$&-'));
}

/**
 * Uses up a recovery code: of simultaneous uses one succeeds.
 * @param code without spaces and hyphens, in capitals
 */
export async function consumeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const read = withoutLookalikes(code);
  if (read.length !== LENGTH) return false;
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashToken(read)), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return used.length === 1;
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Base32 has no 0, 1 and 8, so that a code copied by hand has only one reading. */
function withoutLookalikes(code: string): string {
  return code.replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('8', 'B');
}
