import { expect, test } from 'vitest';
import { untilEnded } from './until-ended.ts';

const running = { running: true } as const;

/** Answers these one after another, the last one again and again. */
function answering<Answer>(...answers: Answer[]) {
  let calls = 0;
  return { call: async () => answers[Math.min(calls++, answers.length - 1)] as Answer, calls: () => calls };
}

test('a call that still runs is made again until it ends', async () => {
  const { call, calls } = answering<typeof running | { ok: boolean }>(running, running, { ok: true });
  let said = 0;
  expect(await untilEnded(call, { onRunning: () => said++ })).toEqual({ ok: true });
  expect([calls(), said]).toEqual([3, 2]);
});

test('a call that has ended at once is made once', async () => {
  const { call, calls } = answering<{ ok: boolean }>({ ok: false });
  expect(await untilEnded(call)).toEqual({ ok: false });
  expect(calls()).toBe(1);
});

test('it is not made again when patience or the wish is over', async () => {
  const late = answering(running);
  expect(await untilEnded(late.call, { patienceMs: 0 })).toBeUndefined();
  expect(late.calls()).toBe(1);
  const left = answering(running);
  const wish = new AbortController();
  expect(await untilEnded(left.call, { signal: wish.signal, onRunning: () => wish.abort() })).toBeUndefined();
  expect(left.calls()).toBe(1);
});

test('an error of the call is an error here', async () => {
  const lost = () => Promise.reject(new Error('lost'));
  await expect(untilEnded<typeof running>(lost)).rejects.toThrow('lost');
});
