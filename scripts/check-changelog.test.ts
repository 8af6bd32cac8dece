import { expect, test } from 'vitest';
import { unnamedMigrations } from './check-changelog.ts';

const files = ['0001_schema.sql', '0002_names.sql', '0003_reasons.sql', 'meta'];

test.each([
  ['', ['0001', '0002', '0003']],
  ['Migration 0002 adds a column.', ['0001', '0003']],
  ['Migrations 0001 to 0002 run in one transaction. The year 0003.', ['0003']],
  ['migrations 0001\n  to 0003', []],
])('“%s” does not mention %j', (changelog, unnamed) => {
  expect(unnamedMigrations(changelog, files)).toEqual(unnamed);
});
