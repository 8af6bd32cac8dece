import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';
import { type Api, type Caller, type Outcome, trpcApi } from './apis.ts';
import { PANEL_ORIGIN, type SignedInUser, type TestApp } from './app.ts';

export const PHONE =
  'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const SUBJECT = 'New login to your account';

export type Person = Pick<SignedInUser, 'user' | 'password'>;

/** The device cookie that a login has set. */
export const deviceIn = ({ headers }: Outcome) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';', 1)[0] ?? expect.fail('no device cookie');

/** Logins from a phone, and the mails about them. */
export function loginMails(app: TestApp) {
  const login = ({ user, password }: Person, { api = trpcApi, caller }: { api?: Api; caller?: Caller } = {}) =>
    api.login(app, caller, { userName: user.userName, password }, { 'user-agent': PHONE });

  /** Newest first. */
  const mailsTo = (recipient: string) =>
    app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient)).orderBy(desc(mailOutbox.id));

  const alertsTo = async ({ user }: Person) => (await mailsTo(user.email)).filter(({ subject }) => subject === SUBJECT);

  /** Logs in on a new device, and returns the token of the mail about it. */
  async function tokenFor(person: Person): Promise<string> {
    expect((await login(person)).status).toBe(200);
    const [mail] = await alertsTo(person);
    return (
      new RegExp(`^${PANEL_ORIGIN}/not-me/([\\w-]{43})$`, 'm').exec(mail?.body ?? '')?.[1] ?? expect.fail('no link')
    );
  }

  /** An admin with an address that receives mails, who has logged in once. */
  async function makeReachableAdmin(): Promise<SignedInUser> {
    const admin = await app.createAdminUser();
    const email = `${admin.user.userName}@example.com`;
    await app.db.update(users).set({ email }).where(eq(users.id, admin.user.id));
    return { ...admin, user: { ...admin.user, email } };
  }

  return { login, mailsTo, alertsTo, tokenFor, makeReachableAdmin };
}
