import { expect, test } from 'vitest';
import { followRow, leaveRow, stepFrom } from './active-row.ts';

const ids = ['9', '8', '7'];

test('the first press activates the first row, further ones move and stop at the ends', () => {
  const first = stepFrom(null, 1, ids);
  expect(first).toEqual({ id: '9', index: 0 });
  expect(stepFrom(first, -1, ids)).toEqual({ id: '9', index: 0 });
  expect(stepFrom({ id: '8', index: 1 }, 1, ids)).toEqual({ id: '7', index: 2 });
  expect(stepFrom({ id: '7', index: 2 }, 1, ids)).toEqual({ id: '7', index: 2 });
});

test('the active row stays active when new rows arrive above', () => {
  expect(followRow({ id: '8', index: 1 }, ['11', '10', ...ids])).toEqual({ id: '8', index: 3 });
});

test('when the active row leaves, the row at its position becomes active, or the new last one', () => {
  expect(followRow({ id: '8', index: 1 }, ['9', '7'])).toEqual({ id: '7', index: 1 });
  expect(followRow({ id: '7', index: 2 }, ['9', '8'])).toEqual({ id: '8', index: 1 });
});

test('an empty list has no active row', () => {
  expect(followRow({ id: '9', index: 0 }, [])).toBeNull();
  expect(stepFrom(null, 1, [])).toBeNull();
});

test('after a decision the next waiting row becomes active, at the end an earlier one', () => {
  const only =
    (...waiting: string[]) =>
    (id: string) =>
      waiting.includes(id);
  expect(leaveRow({ id: '9', index: 0 }, ids, only('9', '7'))).toEqual({ id: '7', index: 2 });
  expect(leaveRow({ id: '7', index: 2 }, ids, only('9', '7'))).toEqual({ id: '9', index: 0 });
  expect(leaveRow({ id: '7', index: 2 }, ids, only())).toEqual({ id: '7', index: 2 });
});
