import { expect, it } from 'vitest';
import { countWaitedFor } from './standbys.ts';

it.each([
  ['on', '', 0],
  ['on', '  ', 0],
  ['local', 'FIRST 2 (one, two)', 0],
  ['off', '*', 0],
  ['on', '*', 1],
  ['remote_apply', 'one', 1],
  ['remote_write', 'one, two, three', 1],
  ['on', '2 (one, two, three)', 2],
  ['on', 'FIRST 2 (one, two)', 2],
  ['on', 'ANY 3 (one, two, three, four)', 3],
  ['on', '  any  12(*)', 12],
  ['on', '"FIRST 2 (", two', 1],
  ['on', 'first, any', 1],
])('synchronous_commit = %s and synchronous_standby_names = %j wait for %i', (level, names, count) => {
  expect(countWaitedFor(level, names)).toBe(count);
});
