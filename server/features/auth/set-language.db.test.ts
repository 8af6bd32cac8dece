import { expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { refusalOf } from '../../testing/refusal.ts';

const app = await testApp();

it('an account has no language until it chooses one, which every later login returns', async () => {
  const { user, password, accessToken } = await app.registerUser();
  const client = app.client(accessToken);
  expect(user.language).toBeNull();

  await client.auth.setLanguage.mutate({ language: 'bn' });

  expect((await client.auth.me.query()).language).toBe('bn');
  const elsewhere = await app.client().auth.login.mutate({ userName: user.userName, password });
  expect(elsewhere.user.language).toBe('bn');
});

it('the choice belongs to the account, and another one replaces it', async () => {
  const one = await app.registerUser();
  const other = await app.registerUser();
  const client = app.client(one.accessToken);

  await client.auth.setLanguage.mutate({ language: 'bn' });
  await client.auth.setLanguage.mutate({ language: 'en' });

  expect((await client.auth.me.query()).language).toBe('en');
  expect((await app.client(other.accessToken).auth.me.query()).language).toBeNull();
});

it('an unknown language is refused', async () => {
  const { accessToken } = await app.registerUser();
  const french = app.client(accessToken).auth.setLanguage.mutate({ language: 'fr' as 'en' });
  expect(await refusalOf(french)).toMatchObject({ code: 'bad_input', fieldErrors: { language: [expect.any(String)] } });
});
