import { expect, it } from 'vitest';
import { passwordResets, refreshTokens, sessions } from '#db/schema/sessions.ts';
import { testDatabase } from '#db/testing/database.ts';
import { makeUser } from '../../testing/factories.ts';
import { deleteEnded } from './delete-ended.ts';

const database = await testDatabase();

const days = (count: number) => new Date(Date.now() + count * 86_400_000);

it('deletes sessions that are no longer relevant, and no others', async () => {
  const { db } = database;
  const { id: userId } = await makeUser(db);
  const make = async (session: { expiresAt: Date; revokedAt?: Date }) => {
    const id = crypto.randomUUID();
    await db.insert(sessions).values({ id, userId, ...session });
    const [first] = await db
      .insert(refreshTokens)
      .values({ sessionId: id, hash: `${id}-1`, expiresAt: session.expiresAt })
      .returning({ id: refreshTokens.id });
    await db
      .insert(refreshTokens)
      .values({ sessionId: id, parentId: first?.id, hash: `${id}-2`, expiresAt: session.expiresAt });
    return id;
  };
  const kept = [
    await make({ expiresAt: days(1) }),
    await make({ expiresAt: days(1), revokedAt: days(-6) }),
    await make({ expiresAt: days(-6) }),
  ];
  await make({ expiresAt: days(-8) });
  await make({ expiresAt: days(1), revokedAt: days(-8) });

  await Promise.all([deleteEnded(db), deleteEnded(db)]);

  const left = await db.select({ id: sessions.id }).from(sessions);
  expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
});

it('deletes reset links a day past their end, and no others', async () => {
  const { db } = database;
  const { id: userId } = await makeUser(db);
  await db.insert(passwordResets).values([
    { userId, hash: 'long over', expiresAt: days(-1.1) },
    { userId, hash: 'over', expiresAt: days(-0.9) },
    { userId, hash: 'valid', expiresAt: days(0.1) },
  ]);

  await deleteEnded(db);

  const left = await db.select({ hash: passwordResets.hash }).from(passwordResets).orderBy(passwordResets.id);
  expect(left).toEqual([{ hash: 'over' }, { hash: 'valid' }]);
});
