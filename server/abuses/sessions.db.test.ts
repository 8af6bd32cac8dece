import { request } from 'node:http';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { expectRefused, type Outcome, trpcApi } from '../testing/apis.ts';
import { PANEL_ORIGIN, type SignedInUser, testApp } from '../testing/app.ts';
import { forgeries, signedToken } from '../testing/forged-tokens.ts';
import { cookieOf } from '../testing/http.ts';

const app = await testApp();

const statusesOf = (outcomes: Outcome[]) => outcomes.map(({ status }) => status);

describe('19 forged tokens', () => {
  let signedIn: SignedInUser;
  beforeAll(async () => {
    signedIn = await app.registerUser();
  });
  const ground = () => ({ accessToken: signedIn.accessToken, userId: signedIn.user.id, secret: app.secret });
  const ask = (accessToken: string) => trpcApi.readProfile(app, { accessToken }, undefined);

  test("a token built like the server's is accepted", async () => {
    expect((await ask(await signedToken(ground()))).status).toBe(200);
  });

  test.each(forgeries)('%s is refused', async (_what, forge) => {
    const outcome = await ask(await forge(ground()));
    expectRefused(outcome, 'unauthenticated');
    expect(outcome.message).toBe('You need to login first');
  });
});

describe('20 refresh token reused, or sent from a foreign page', () => {
  const refresh = (cookie: string, headers: Record<string, string> = { origin: PANEL_ORIGIN }) =>
    trpcApi.refresh(app, { cookie }, undefined, headers);

  test('20 simultaneous uses are one session with one successor', async () => {
    const { cookie } = await app.registerUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => cookieOf(headers))).size).toBe(1);
  });

  test.each<[string, Record<string, string>]>([
    ['without an Origin', {}],
    ['from a foreign Origin', { origin: 'https://evil.example' }],
    ['from an opaque Origin', { origin: 'null' }],
    ['from an Origin that begins like ours', { origin: `${PANEL_ORIGIN}.evil.example` }],
    ['from a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    [
      'from a foreign Origin with a forged Sec-Fetch-Site',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('%s it is refused and not used up', async (_, headers) => {
    const { cookie } = await app.registerUser();
    const outcome = await refresh(cookie, headers);
    expectRefused(outcome, 'foreign_origin');
    expect(outcome.headers.getSetCookie()).toEqual([]);
    expect((await refresh(cookie)).status).toBe(200);
  });
});

describe('24 reset links', () => {
  const reset = (token: string, password: string) => trpcApi.resetPassword(app, undefined, { token, password });
  const mailsTo = (recipient: string) => app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient));

  async function tokenFor({ user }: SignedInUser): Promise<string> {
    await trpcApi.forgotPassword(app, undefined, { email: user.email });
    const mail = (await mailsTo(user.email)).at(-1);
    return /reset-password\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
  }

  test('of 20 simultaneous uses one wins, and every session ends', async () => {
    const owner = await app.registerUser();
    const token = await tokenFor(owner);
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, nth) => reset(token, `phrase number ${nth}`)));
    expect(statusesOf(outcomes).filter((status) => status === 200)).toHaveLength(1);
    expect(statusesOf(outcomes).filter((status) => status === 400)).toHaveLength(19);
    expectRefused(await trpcApi.readProfile(app, owner, undefined), 'session_ended');
  });

  test('a forged Host, or a header with another one, does not change the link', async () => {
    const { user } = await app.registerUser();
    await postAs('evil.example', '/api/v1/user/forgotPassword', { email: user.email });
    const claims = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
    };
    await trpcApi.forgotPassword(app, undefined, { email: user.email }, claims);
    const mails = await mailsTo(user.email);
    expect(mails).toHaveLength(2);
    for (const { body } of mails) {
      expect(body).toContain(`${PANEL_ORIGIN}/reset-password/`);
      expect(body).not.toContain('evil.example');
    }
  });
});

/** fetch() does not allow a forged Host. */
function postAs(host: string, path: string, input: object): Promise<void> {
  const body = JSON.stringify(input);
  const headers = { host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    request(`${app.url}${path}`, { method: 'POST', headers }, (response) => response.resume().once('end', resolve))
      .once('error', reject)
      .end(body);
  });
}
