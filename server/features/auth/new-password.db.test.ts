import { desc, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { newPassword } from '#shared/auth.ts';
import { registerFields, type SignedInUser, startTestApp, testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();

const register = (password: string) => app.client().auth.register.mutate(registerFields({ password }));
const login = (userName: string, password: string) => app.client().auth.login.mutate({ userName, password });
const change = ({ client, password }: SignedInUser, newOne: string) =>
  client.auth.changePassword.mutate({ currentPassword: password, newPassword: newOne });

const TOO_SHORT = 'Password must be at least 6 characters';
const DIGITS = 'A password of digits alone must be at least 12 characters';
const COMMON = 'This password is too common. Please choose another one';

describe('a new password', () => {
  it.each([
    ['a phone number', '01712345678', DIGITS],
    ['Bengali digits', '০১৭১২৩৪৫৬৭৮', DIGITS],
    ['Arabic digits', '٠١٢٣٤٥٦٧٨', DIGITS],
    ['wide digits', '４８１５１６２３', DIGITS],
    ['digits of several scripts', '48১৫١٦২৩', DIGITS],
    ['digits in circles', '④⑧①⑤①⑥②③', DIGITS],
    ['Roman numbers of one character each', 'ⅫⅪⅩⅨⅧⅦⅥ', DIGITS],
    ['twelve digits that are common', '123456123456', COMMON],
    ['six characters of which two are one letter', 'e\u0301tude', TOO_SHORT],
    ['three characters of two code units each', '🦊🐝🦉', TOO_SHORT],
    ['ligatures of eighteen letters each', 'ﷺﷻ', TOO_SHORT],
    ['five digits', '01712', TOO_SHORT],
    ['a wide common one', 'ｐａｓｓｗｏｒｄ', COMMON],
    ['one of the rarer of ten thousand', 'macgyver', COMMON],
    ['a word of this country', 'Bangladesh123', COMMON],
  ])('is refused where it is %s', async (_what, password, message) => {
    const { code, fieldErrors } = await refusalOf(register(password));
    expect([code, fieldErrors]).toEqual(['bad_input', { password: [message] }]);
  });

  it.each([
    ['twelve digits', '৮০২৪৯১৩৭৫৫২৬'],
    ['digits and one letter', '8024913x'],
    ['letters beyond the Latin ones', 'আমার সোনার বাংলা'],
    ['letters that are typed in two parts', 'une e\u0301tude'],
  ])('is accepted if it is %s, and compared as typed', async (_what, password) => {
    const { user } = await register(password);
    expect((await login(user.userName, password)).user.id).toBe(user.id);
    const normal = password.normalize('NFKC');
    if (normal !== password) expect(await codeOf(login(user.userName, normal))).toBe('invalid_credentials');
  });

  it('is refused by its length alone if it is too long, without normalization', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const { error } = newPassword(6).safeParse('ﷺ'.repeat(60_000));
    expect(error?.issues.map(({ message }) => message)).toEqual(['Password must be at most 128 characters']);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });
});

describe("an admin's new password", () => {
  const NINE = 'owl & fox';
  const TEN = 'owl & fox!';
  const message = 'Password must be at least 10 characters';
  const makeAdmin = async ({ user }: SignedInUser) =>
    (await app.createAdminUser()).client.admin.users.setRole.mutate({ id: user.id, role: 'admin' });

  it('needs ten characters when they change it; a customer needs six', async () => {
    const [admin, customer] = [await app.createAdminUser(), await app.registerUser()];
    expect((await refusalOf(change(admin, NINE))).fieldErrors).toEqual({ newPassword: [message] });
    await change(admin, TEN);
    await change(customer, NINE);
  });

  it('needs ten characters by a mailed link too, which a refusal does not use up', async () => {
    const admin = await app.registerUser();
    await makeAdmin(admin);
    await app.client().auth.forgotPassword.mutate({ email: admin.user.email });
    const [mail] = await app.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, admin.user.email))
      .orderBy(desc(mailOutbox.id));
    const token = /reset-password\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const reset = (password: string) => app.client().auth.resetPassword.mutate({ token, password });
    expect((await refusalOf(reset(NINE))).fieldErrors).toEqual({ password: [message] });
    await reset(TEN);
    expect((await login(admin.user.userName, TEN)).user.id).toBe(admin.user.id);
  });

  it('is not checked at login: a customer with a shorter one who becomes an admin can log in', async () => {
    const customer = await app.registerUser({ password: NINE });
    await makeAdmin(customer);
    const answer = await app.post('auth.login', { userName: customer.user.userName, password: NINE });
    expect(answer.data).toMatchObject({ user: { role: 'admin' } });
    expect(Object.keys(answer.data as object).toSorted()).toEqual(['tokens', 'user']);
  });

  it("needs the shop's minimum if that is higher", async () => {
    const strict = await startTestApp({ env: { PASSWORD_MIN_LENGTH: '14' } });
    const refused = await refusalOf(change(await strict.createAdminUser(), 'thirteen char'));
    expect(refused.fieldErrors).toEqual({ newPassword: ['Password must be at least 14 characters'] });
    await strict.close();
  });
});
