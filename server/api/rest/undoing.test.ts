import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

/** Decision 5 lists what can be deleted together with this folder; this test keeps it true. */
const root = join(import.meta.dirname, '../../..');
const decision = readFileSync(join(root, 'docs/decisions/005-rest-adapter.md'), 'utf8');
const tree = new Map(
  globSync('{shared,db,server,client/src,scripts,bench,lab}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.test\.tsx?$|(^|\/)testing\//.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const isHere = (path: string) => path.startsWith('server/api/rest/');

/** The names in backticks in the decision's point that begins with these words. */
function namedIn(beginning: string): string[] {
  const point = decision.split(/\n(?=- )|\n\n/).find((each) => each.startsWith(`- ${beginning}`)) ?? '';
  return [...point.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Every imported file outside this folder that is imported only from here, directly or indirectly. */
function onlyNeededHere(): string[] {
  const importers = new Map<string, string[]>();
  for (const [path, text] of tree) {
    for (const [, specifier = ''] of text.matchAll(/(?:from|import)\s*\(?'(\.[^']+|#[^']+)'/g)) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier);
      if (!isHere(target)) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const found = new Set<string>();
  let known: number;
  do {
    known = found.size;
    for (const [path, by] of importers) if (by.every((each) => isHere(each) || found.has(each))) found.add(path);
  } while (found.size > known);
  return [...found];
}

test('the files that only this folder needs are those in the decision', () => {
  expect(onlyNeededHere().toSorted()).toEqual(namedIn('Files elsewhere').toSorted());
});

test('the options in the decision are used here, and defined in its files', () => {
  const named = namedIn('Options');
  const files = named.filter((name) => name.includes('/'));
  const options = named.filter((name) => !name.includes('/') && name !== 'Skipping');
  expect(options.length).toBeGreaterThan(3);
  const textOf = (paths: Iterable<string>) => [...paths].map((path) => tree.get(path) ?? '').join('\n');
  const here = textOf([...tree.keys()].filter(isHere));
  for (const file of files) expect([...tree.keys()]).toContain(file);
  for (const option of options) {
    expect(here, option).toMatch(new RegExp(`\\b${option}\\b`));
    expect(textOf(files), option).toMatch(new RegExp(`\\b${option}\\??[:(]`));
  }
});
