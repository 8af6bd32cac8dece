import { expect, test } from 'vitest';
import { runShort } from './short.ts';

test('money is right under load and after a kill, and orders are no slower than half of what is demanded', async () => {
  const { failures } = await runShort();
  expect(failures).toEqual([]);
});
