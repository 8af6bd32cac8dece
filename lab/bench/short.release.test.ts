import { expect, test } from 'vitest';
import { runShort } from './short.ts';

test('money is correct under load and after a kill, and orders reach half of their gates', async () => {
  const { failures } = await runShort();
  expect(failures).toEqual([]);
});
