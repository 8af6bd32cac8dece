import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { secondFactors } from '#db/schema/second-factors.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { seedEssentials } from '#db/seed/new-shop.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { createTestDatabase } from '#db/testing/database.ts';
import { totpOf } from '../base/identity/second-factor.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { makeUser } from '../testing/factories.ts';
import { makeSupplier, NO_SUPPLIER } from '../testing/suppliers.ts';
import { secretsKey, warnOfSecretsKey } from './secrets-key.ts';

const { dataDir, remove } = newDataDir();
const database = await createTestDatabase();
const { db } = database;
await seedEssentials(db);
afterAll(async () => {
  remove();
  await database.drop();
});

const log = { warn: vi.fn<(...facts: unknown[]) => void>(), error: vi.fn<(...facts: unknown[]) => void>() };
beforeEach(() => {
  log.warn.mockReset();
});

const boxOf = (name: string) => createSecretBox(`the ${name} key for stored secrets, long enough`, log);

test('development makes a key, and keeps it for its owner alone; production has the configured one or none', () => {
  const made = secretsKey({ secretsKey: undefined, dataDir, production: false });
  expect(made).toMatch(/^[\w-]{64}$/);
  expect(secretsKey({ secretsKey: undefined, dataDir, production: false })).toBe(made);
  expect(statSync(join(dataDir, 'secrets-key')).mode & 0o777).toBe(0o600);
  expect(secretsKey({ secretsKey: undefined, dataDir, production: true })).toBeUndefined();
  for (const production of [false, true])
    expect(secretsKey({ secretsKey: 'configured', dataDir, production })).toBe('configured');
});

test('a start warns of secrets that belong to another key, and of none of its own', async () => {
  const { id: userId } = await makeUser(db);
  const former = boxOf('former');
  await db.insert(secondFactors).values({ userId, sealedSecret: former.seal('secret', totpOf(userId)) });
  await warnOfSecretsKey(db, boxOf('new'), log);
  expect(log.warn, 'one that was never confirmed').not.toHaveBeenCalled();

  await db.update(secondFactors).set({ confirmedAt: new Date() }).where(eq(secondFactors.userId, userId));
  await warnOfSecretsKey(db, former, log);
  expect(log.warn).not.toHaveBeenCalled();
  for (const box of [boxOf('new'), createSecretBox(undefined, log)]) {
    await warnOfSecretsKey(db, box, log);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { secondFactors: 1 },
      expect.stringContaining('encrypted with another SECRETS_KEY'),
    );
    log.warn.mockReset();
  }
  await db.delete(secondFactors);
});

test('a start warns of keys of suppliers that belong to another key', async () => {
  await makeSupplier(db, boxOf('former'), NO_SUPPLIER);
  await warnOfSecretsKey(db, boxOf('former'), log);
  expect(log.warn).not.toHaveBeenCalled();
  await warnOfSecretsKey(db, boxOf('new'), log);
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ suppliers: 1 }, expect.stringContaining('nothing is bought'));
  await db.delete(suppliers);
});
