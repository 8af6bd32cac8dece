import type { Migration } from './read-migrations.ts';

const TABLE = /\b(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?"?(\w+)"?/g;
const SEQUENCE = /\bsequence name "(\w+)"|\bCREATE SEQUENCE "?(\w+)"?/g;

/**
 * The names of all tables and sequences of a database that has these migrations. A test compares them with a database.
 * @param migrations the first ones of this version, in their order
 */
export function namesMadeBy(migrations: Migration[]): { tables: Set<string>; sequences: Set<string> } {
  const [tables, sequences] = [new Set<string>(), new Set<string>()];
  for (const { steps } of migrations)
    for (const step of steps) {
      const text = step.kind === 'outside' ? step.statement : step.statements.join('\n');
      for (const [, verb, name = ''] of text.matchAll(TABLE))
        if (verb === 'CREATE') tables.add(name);
        else tables.delete(name);
      for (const [, own, other] of text.matchAll(SEQUENCE)) sequences.add(own ?? other ?? '');
    }
  return { tables, sequences };
}
