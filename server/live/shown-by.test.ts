import { expect, test } from 'vitest';
import { changeKinds } from '#shared/live.ts';
import { shownBy } from '../../client/src/lib/live/read-again.ts';
import { listProcedures } from '../testing/inventory.ts';

const queries = listProcedures()
  .filter(({ type }) => type === 'query')
  .map(({ path }) => path);

test.each(changeKinds)('what a screen reads again for a change of %s is there to be read', (kind) => {
  for (const name of shownBy[kind]) {
    expect(
      queries.some((path) => path === name || path.startsWith(`${name}.`)),
      name,
    ).toBe(true);
  }
});
