import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('being signed in', () => {
  it('tells who one is', async () => {
    const { client, user } = await app.registerUser();
    expect(await client.auth.me.query()).toMatchObject({ id: user.id, role: 'user', balanceNanos: 0 });
  });
  it('admin', async () => {
    const { client, user } = await app.createAdminUser();
    expect(await client.auth.me.query()).toMatchObject({ id: user.id, role: 'admin', balanceNanos: 0 });
  });
});
