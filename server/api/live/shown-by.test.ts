import { expect, test } from 'vitest';
import { changeKinds } from '#shared/live.ts';
import { shownBy } from '../../../client/src/lib/live/read-again.ts';
import { listProcedures } from '../../testing/inventory.ts';

const queries = listProcedures()
  .filter(({ type }) => type === 'query')
  .map(({ path }) => path);

test.each(changeKinds)('the queries for a change of %s exist', (kind) => {
  for (const name of shownBy[kind]) {
    expect(
      queries.some((path) => path === name || path.startsWith(`${name}.`)),
      name,
    ).toBe(true);
  }
});
