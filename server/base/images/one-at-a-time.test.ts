import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

const turn = () => Promise.withResolvers<string>();

test('images are encoded one at a time, a seventh gets busy, and a failed one delays nobody', async () => {
  const turns = Array.from({ length: 6 }, turn);
  const begun: number[] = [];
  const outcomes = turns.map(({ promise }, nth) =>
    oneAtATime(() => {
      begun.push(nth);
      return promise;
    }),
  );
  const refused = oneAtATime(async () => 'never');
  await expect(refused).rejects.toMatchObject({ code: 'busy', details: { retryAfterSeconds: 5 } });
  expect(begun).toEqual([0]);
  turns[0]?.reject(new Error('broken'));
  await expect(outcomes[0]).rejects.toThrow('broken');
  await expect.poll(() => begun).toEqual([0, 1]);
  for (const { resolve } of turns.slice(1)) resolve('made');
  expect(await Promise.all(outcomes.slice(1))).toEqual(Array.from({ length: 5 }, () => 'made'));
  expect(await oneAtATime(async () => 'next')).toBe('next');
});
