import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';
import { TOTP_PERIOD_SECONDS } from '#shared/second-factor.ts';
import type { scriptClient } from './accounts.ts';
import { PASSWORD } from './accounts.ts';

/** An authenticator app with one secret. */
export interface Authenticator {
  /** A code that has not been used: of this time step, or of the next, which counts as well; a third one waits for its time. */
  next: () => Promise<string>;
}

export function authenticatorOf(secret: string): Authenticator {
  const stepNow = () => Math.floor(Date.now() / 1000 / TOTP_PERIOD_SECONDS);
  let used = 0;
  return {
    async next() {
      const step = Math.max(stepNow(), used + 1);
      while (step > stepNow() + 1) await sleep(500);
      used = step;
      return generate({ secret, epoch: step * TOTP_PERIOD_SECONDS });
    },
  };
}

/** Sets up a second factor through the API, for tests about something else. */
export async function enrollByScript(
  client: ReturnType<typeof scriptClient>,
  password = PASSWORD,
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  const { secret } = await client.auth.twoFactor.begin.mutate({ password });
  const authenticator = authenticatorOf(secret);
  const { recoveryCodes } = await client.auth.twoFactor.confirm.mutate({ code: await authenticator.next() });
  return { authenticator, recoveryCodes };
}
