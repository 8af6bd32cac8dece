import { describe, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { enroll, totpCode, wrongCode } from '../../testing/second-factor.ts';

const app = await testApp();

describe('setting it up', () => {
  it('takes the password, then a code, and shows ten recovery codes', async () => {
    const user = await app.registerUser();
    const { client, password } = user;
    const { secret, uri } = await client.auth.twoFactor.begin.mutate({ password });
    expect(uri).toMatch(/^otpauth:\/\/totp\/[^:]+:user1\?secret=[A-Z2-7]{32}&issuer=/);
    expect(await client.auth.profile.query()).toMatchObject({ twoFactor: null });
    const { recoveryCodes } = await client.auth.twoFactor.confirm.mutate({ code: totpCode(secret) });
    expect(recoveryCodes).toHaveLength(10);
    expect(await client.auth.profile.query()).toMatchObject({
      twoFactor: { recoveryCodesLeft: 10, confirmedAt: expect.any(String) },
    });
    expect(await client.auth.me.query()).toMatchObject({ twoFactor: true, mustEnroll: false });
  });
});

it('needs a code at the next login', async () => {
  const user = await app.registerUser();
  const factor = await enroll(app, user);
  const login = { userName: user.user.userName, password: user.password };
  const anonymous = app.client();
  expect(await refusalOf(anonymous.auth.login.mutate(login))).toMatchObject({
    code: 'second_factor_required',
    httpStatus: 401,
  });
  expect(await codeOf(anonymous.auth.login.mutate({ ...login, code: wrongCode(factor.secret) }))).toBe('wrong_code');
  expect(await anonymous.auth.login.mutate({ ...login, code: await factor.code() })).toMatchObject({ user: {} });
  expect(await anonymous.auth.login.mutate({ ...login, code: factor.recoveryCodes[0] })).toMatchObject({ user: {} });
  await user.client.auth.reauthenticate.mutate({ code: await factor.code() });
  expect(await refusalOf(user.client.auth.reauthenticate.mutate({ password: user.password }))).toMatchObject({
    code: 'bad_input',
    details: { confirmBy: 'code' },
  });
  await user.client.auth.twoFactor.recoveryCodes.mutate({ code: await factor.code() });
  await user.client.auth.twoFactor.disable.mutate({ code: await factor.code() });
  expect(await anonymous.auth.login.mutate(login)).toMatchObject({ user: {} });
});
