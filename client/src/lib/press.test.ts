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

/** Whether a press is known to be over, once everything that is due has been done. */
async function isOver(): Promise<boolean> {
  let over = false;
  void pressIsOver().then(() => {
    over = true;
  });
  await vi.runAllTimersAsync();
  return over;
}

test('where nothing is pressed nothing is waited for', async () => {
  expect(await isOver()).toBe(true);
});

test.each(['pointerup', 'pointercancel', 'keydown'])(
  'a press lasts until the next %s, also where nobody else hears of that',
  async (end) => {
    happen('pointerdown');
    expect(await isOver()).toBe(false);
    field.addEventListener(end, (event) => event.stopPropagation(), { once: true });
    happen(end);
    expect(await isOver()).toBe(true);
  },
);

test('a field that loses the focus ends no press, a window that does ends it', async () => {
  happen('pointerdown');
  happen('blur');
  expect(await isOver()).toBe(false);
  happen('blur', window);
  expect(await isOver()).toBe(true);
});

test('the click that a press ends with is dealt with first', async () => {
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
