import { hash } from 'argon2';
import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

describe('passwords', () => {
  it('accept the right one only, and are salted', async () => {
    const passwords = createPasswords();
    const [one, two] = await Promise.all([passwords.hash('a phrase'), passwords.hash('a phrase')]);

    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'a phrase')).toBe(true);
    expect(await passwords.verify(one, 'A phrase')).toBe(false);
    expect(await passwords.verify(undefined, 'a phrase')).toBe(false);
  });

  it('know a hash of another cost', async () => {
    const passwords = createPasswords();
    expect(passwords.isOutdated(await passwords.hash('a phrase'))).toBe(false);
    expect(passwords.isOutdated(await hash('a phrase', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true);
  });

  it('refuse at once what would wait too long, and accept more as soon as possible', async () => {
    const passwords = createPasswords({ atOnce: 2, longestWaitMs: 0 });
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => passwords.hash('a phrase')));

    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'busy', details: { retryAfterSeconds: expect.any(Number) } });
    }
    expect(await passwords.hash('room again')).toMatch(/^\$argon2id\$/);
  });

  it('give one known caller two places, so that others keep theirs', async () => {
    const passwords = createPasswords({ atOnce: 1, longestWaitMs: 300 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const flood = Promise.allSettled(
      Array.from({ length: 200 }, () => passwords.runQueued({ userId: 1 }, () => released)),
    );
    expect(await passwords.runQueued({ userId: 2 }, () => Promise.resolve('let in'))).toBe('let in');
    release();
    const letIn = (await flood).filter(({ status }) => status === 'fulfilled');
    expect(letIn).toHaveLength(2 + 12);
    expect(await passwords.runQueued({ userId: 1 }, ({ hash: make }) => make('room again'))).toMatch(/^\$argon2id\$/);
  });

  it('release their place after a failure', async () => {
    const passwords = createPasswords({ atOnce: 1, longestWaitMs: 60_000 });
    const broken = await Promise.allSettled([1, 2, 3].map(() => passwords.verify('no hash at all', 'a phrase')));
    expect(broken.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await passwords.hash('a phrase')).toMatch(/^\$argon2id\$/);
  });
});
