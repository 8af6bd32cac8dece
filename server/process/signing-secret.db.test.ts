import { isNull } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { connect } from '#db/client.ts';
import { secretFingerprints } from '#db/schema/secret.ts';
import { sessions } from '#db/schema/sessions.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { makeUser } from '../testing/factories.ts';
import { acceptSecret, assertKnownSecret } from './signing-secret.ts';

const [FORMER, NEW] = ['the former secret of this database', 'the new secret of this database'] as const;
const refusal = /JWT_SECRET .*npm run secret:accept/;

const databases: TestDatabase[] = [];
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  databases.push(database);
});
afterAll(() => Promise.all(databases.map((made) => made.drop())));

async function liveSessions(): Promise<number> {
  return database.db.$count(sessions, isNull(sessions.revokedAt));
}

it('stores the first secret and refuses every other one, and stores neither in plain text', async () => {
  const { db } = database;
  await assertKnownSecret(db, FORMER);
  await assertKnownSecret(db, FORMER);
  await expect(assertKnownSecret(db, NEW)).rejects.toThrow(refusal);
  const [row] = await db.select().from(secretFingerprints);
  expect(row?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
});

it('has one first secret if servers with different ones start at the same time', async () => {
  const servers = ['one', 'two', 'three', 'four'].map((name) => ({ name, db: connect(database.url, { max: 1 }) }));
  const starts = await Promise.allSettled(servers.map(({ db, name }) => assertKnownSecret(db, `secret of ${name}`)));
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  for (const { db } of servers) await db.$client.end();
});

it('ends all sessions when another secret is accepted, and none when it is the same', async () => {
  const { db } = database;
  await assertKnownSecret(db, FORMER);
  const { id: userId } = await makeUser(db);
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.insert(sessions).values([1, 2].map(() => ({ id: crypto.randomUUID(), userId, expiresAt })));

  expect(await acceptSecret(db, FORMER)).toBe(0);
  expect(await liveSessions()).toBe(2);
  expect(await acceptSecret(db, NEW)).toBe(2);
  expect(await liveSessions()).toBe(0);
  await assertKnownSecret(db, NEW);
  await expect(assertKnownSecret(db, FORMER)).rejects.toThrow(refusal);
});
