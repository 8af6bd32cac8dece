import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { isUnavailable } from '#db/errors.ts';
import { sessions } from '#db/schema/sessions.ts';
import { users } from '#db/schema/users.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { signedToken, takenApart } from '../../testing/forged-tokens.ts';
import { codeOf } from '../../testing/refusal.ts';
import { createAccessTokens } from './access-token.ts';
import { createSessionLookup } from './session-lookup.ts';

const app = await testApp();
const signedIn = await app.registerUser();

const ask = (token: string) => app.client(token).auth.me.query();
const ground = () => ({ accessToken: signedIn.accessToken, secret: app.secret });

describe('an access token', () => {
  it('contains only a user and a session', () => {
    const { header, payload } = takenApart(signedIn.accessToken);
    expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.any(String) });
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
    expect(Number(payload.exp) - Number(payload.iat)).toBe(15 * 60);
  });

  it('is accepted, also when signed by hand', async () => {
    expect((await ask(await signedToken(ground()))).id).toBe(signedIn.user.id);
  });

  it('is refused after it has expired, although it was valid before', async () => {
    let clock = Date.now();
    const tokens = createAccessTokens(app.secret, { now: () => clock });
    const token = await tokens.issue({ userId: 1, sessionId: crypto.randomUUID() });

    expect(await tokens.verify(token)).not.toBeNull();
    clock += 15 * 60_000 - 2_000;
    expect(await tokens.verify(token)).not.toBeNull();
    clock += 3_000;
    expect(await tokens.verify(token)).toBeNull();
  });
});

describe('the caller is read from the database each time', () => {
  it('a session that does not exist, or belongs to another user, has ended', async () => {
    const other = await app.registerUser();
    expect(await codeOf(ask(await signedToken(ground(), { payload: { sid: crypto.randomUUID() } })))).toBe(
      'session_ended',
    );
    expect(await codeOf(ask(await signedToken(ground(), { payload: { sub: String(other.user.id) } })))).toBe(
      'session_ended',
    );
  });

  it('a blocked user is refused at once with an existing token, and so is an ended session', async () => {
    const { user, client } = await app.registerUser();
    await client.auth.me.query();
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, user.id));
    expect(await codeOf(client.auth.me.query())).toBe('blocked');

    await app.db.update(users).set({ blockedAt: null }).where(eq(users.id, user.id));
    expect((await client.auth.me.query()).id).toBe(user.id);
    await app.db.update(sessions).set({ revokedAt: sql`now()` }).where(eq(sessions.userId, user.id));
    expect(await codeOf(client.auth.me.query())).toBe('session_ended');
  });

  it('a removed role is gone with the next request', async () => {
    const { user, client } = await app.createAdminUser();
    await client.admin.users.get.query({ id: user.id });
    await app.db.update(users).set({ role: 'user' }).where(eq(users.id, user.id));
    expect(await codeOf(client.admin.users.get.query({ id: user.id }))).toBe('forbidden');
  });

  it('64 requests at once cost a few queries, and each gets its own result', async () => {
    const everybody = await Promise.all(Array.from({ length: 8 }, () => app.registerUser()));
    const rows = await app.db.select({ id: sessions.id, userId: sessions.userId }).from(sessions);
    const counted = countingQueries(app.db);
    const find = createSessionLookup(counted.db);

    const asked = Array.from({ length: 64 }, (_, i) => everybody[i % 8]?.user.id ?? 0);
    const found = await Promise.all(asked.map((userId) => find(rows.find((row) => row.userId === userId)?.id ?? '')));

    expect(found.map((state) => state?.userId)).toEqual(asked);
    expect(counted.count()).toBeLessThanOrEqual(3);
  });

  it('a failed lookup fails its own callers only', async () => {
    let broken = true;
    const find = createSessionLookup({
      ...app.db,
      $client: ((...args: Parameters<Db['$client']>) =>
        broken ? Promise.reject(new Error('connection lost')) : app.db.$client(...args)) as unknown as Db['$client'],
    } as Db);
    const [session] = await app.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, signedIn.user.id));
    const both = await Promise.allSettled([find(session?.id ?? ''), find(session?.id ?? '')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    broken = false;
    expect(await find(session?.id ?? '')).toMatchObject({ userId: signedIn.user.id, live: true });
  });

  it('hanging lookups delay nobody else', async () => {
    let asked = 0;
    const find = createSessionLookup({
      ...app.db,
      $client: ((...args: Parameters<Db['$client']>) =>
        ++asked <= 3 ? new Promise(() => {}) : app.db.$client(...args)) as unknown as Db['$client'],
    } as Db);
    for (const each of [1, 2, 3]) {
      void find(crypto.randomUUID());
      await expect.poll(() => asked).toBe(each);
    }
    expect(await find(await sessionOf(signedIn))).toMatchObject({ userId: signedIn.user.id, live: true });
  });

  it('a missing response is given up, whatever the statement timeout elsewhere', async () => {
    const patient = connect(app.databaseUrl, { max: 2, statementTimeoutMs: 600_000, lockTimeoutMs: 0 });
    const find = createSessionLookup(patient);
    const sessionId = await sessionOf(signedIn);
    const refused = await app.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${sessions} in access exclusive mode`);
      return find(sessionId).then(
        () => false,
        (error: unknown) => isUnavailable(error),
      );
    });
    expect(refused).toBe(true);
    expect(await find(sessionId)).toMatchObject({ live: true });
    await closeDb(patient);
  });
});

async function sessionOf({ user }: SignedInUser): Promise<string> {
  const [session] = await app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id));
  return session?.id ?? '';
}

function countingQueries(db: Db): { db: Db; count: () => number } {
  let queries = 0;
  const $client = ((...args: Parameters<Db['$client']>) => {
    queries++;
    return db.$client(...args);
  }) as unknown as Db['$client'];
  return { db: { ...db, $client } as Db, count: () => queries };
}
