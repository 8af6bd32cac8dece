import { eq, sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import type { Db, Tx } from '#db/client.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { TOTP_PERIOD_SECONDS } from '#shared/second-factor.ts';
import { replaceRecoveryCodes } from '../base/identity/recovery-codes.ts';
import { totpOf } from '../base/identity/second-factor.ts';
import { newTotpSecret } from '../base/identity/totp.ts';
import type { SignedInUser, TestApp } from './app.ts';

/** A user's second factor, as the authenticator app and the sheet of recovery codes know it. */
export interface TestFactor {
  secret: string;
  recoveryCodes: string[];
  /** A code that works now, also right after another one. */
  code: () => Promise<string>;
}

/** The code of a step, by default the current one. */
export function totpCode(secret: string, stepsFromNow = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsFromNow * TOTP_PERIOD_SECONDS });
}

/** Turns a second factor on for a signed-in user, whose session stays. */
export async function enroll(
  { db }: Pick<TestApp, 'db'>,
  { user, client, password }: Pick<SignedInUser, 'user' | 'client' | 'password'>,
): Promise<TestFactor> {
  const { secret } = await client.auth.twoFactor.begin.mutate({ password });
  const { recoveryCodes } = await client.auth.twoFactor.confirm.mutate({ code: totpCode(secret) });
  return {
    secret,
    recoveryCodes,
    async code() {
      // As if the last one had been used long ago.
      await db.update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, user.id));
      return totpCode(secret);
    },
  };
}

interface Server {
  /** Or a transaction. */
  db: Db | Tx;
  deps: TestApp['deps'];
}

/**
 * Begins a second factor, without a call.
 * @returns its secret
 */
export async function beginFor({ db, deps }: Server, { id: userId }: { id: number }) {
  const secret = newTotpSecret();
  await db.insert(secondFactors).values({ userId, sealedSecret: deps.secrets.seal(secret, totpOf(userId)) });
  return secret;
}

/**
 * Turns a second factor on, without a call.
 * @returns its recovery codes
 */
export async function turnOnFor(app: Server, user: { id: number }): Promise<string[]> {
  await beginFor(app, user);
  await app.db.update(secondFactors).set({ confirmedAt: sql`now()` }).where(eq(secondFactors.userId, user.id));
  return app.db.transaction((tx) => replaceRecoveryCodes(tx, user.id));
}

/** A code that is wrong now, whichever step it is. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps)));
  for (let code = 0; ; code++) if (!right.has(String(code).padStart(6, '0'))) return String(code).padStart(6, '0');
}
