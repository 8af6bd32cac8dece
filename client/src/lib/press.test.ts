import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pressIsOver, watchPresses } from './press.ts';

const field = document.createElement('input');

beforeAll(() => {
  watchPresses();
  document.body.append(field);
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const happen = (event: string, on: EventTarget = field) =>
  on.dispatchEvent(new Event(event, { bubbles: event !== 'blur' }));

/** Whether a press is over, after all pending work. */
async function isOver(): Promise<boolean> {
  let over = false;
  void pressIsOver().then(() => {
    over = true;
  });
  await vi.runAllTimersAsync();
  return over;
}

test('without a press there is no wait', async () => {
  expect(await isOver()).toBe(true);
});

test.each(['pointerup', 'pointercancel', 'keydown'])(
  'a press lasts until the next %s, even if no other listener gets it',
  async (end) => {
    happen('pointerdown');
    expect(await isOver()).toBe(false);
    field.addEventListener(end, (event) => event.stopPropagation(), { once: true });
    happen(end);
    expect(await isOver()).toBe(true);
  },
);

test('blur of a field does not end a press, blur of the window does', async () => {
  happen('pointerdown');
  happen('blur');
  expect(await isOver()).toBe(false);
  happen('blur', window);
  expect(await isOver()).toBe(true);
});

test('the click at the end of a press is handled first', async () => {
  happen('pointerdown');
  const done: string[] = [];
  const told = pressIsOver().then(() => done.push('over'));
  happen('pointerup');
  await Promise.resolve();
  done.push('click');
  await vi.runAllTimersAsync();
  await told;
  expect(done).toEqual(['click', 'over']);
});
