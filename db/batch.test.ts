import { expect, test, vi } from 'vitest';
import { batched } from './batch.ts';

/** Queries that end when the test ends them. */
function asking() {
  const asks: { questions: number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = vi.fn<(questions: number[]) => Promise<string[]>>((questions) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    asks.push({ questions, answer: () => resolve(questions.map((each) => `answer ${each}`)), fail: reject });
    return promise;
  });
  return { asks, get: batched(ask) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('calls of one tick are one query, later ones are the next, and each gets its own result', async () => {
  const { asks, get } = asking();
  const first = [get(1), get(2)];
  await turn();
  const later = [get(3), get(1)];
  await turn();
  const last = get(4);
  expect(asks.map(({ questions }) => questions)).toEqual([[1, 2]]);
  asks[0]?.answer();
  expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2']);
  expect(asks[1]?.questions).toEqual([3, 1, 4]);
  asks[1]?.answer();
  expect(await Promise.all([...later, last])).toEqual(['answer 3', 'answer 1', 'answer 4']);
});

test('a failed query fails only its own calls', async () => {
  const { asks, get } = asking();
  const early = get(1);
  await turn();
  const late = get(2);
  asks[0]?.fail(new Error('lost'));
  await expect(early).rejects.toThrow('lost');
  asks[1]?.answer();
  expect(await late).toBe('answer 2');
});

test('a hanging query does not delay later calls for long', async () => {
  const { asks, get } = asking();
  void get(1);
  await turn();
  const later = get(2);
  await expect.poll(() => asks.length).toBe(2);
  asks[1]?.answer();
  expect(await later).toBe('answer 2');
});
