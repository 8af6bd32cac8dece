import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from './if-changed.ts';
import { PATCHED } from './server.ts';

test('a change of any patched file causes a new build', () => {
  const patches = globSync('patches/*.patch', { cwd: root }).map((file) => readFileSync(`${root}/${file}`, 'utf8'));
  const patched = patches.flatMap((text) => [...text.matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, file]) => file));
  expect(patched.length).toBeGreaterThan(0);
  expect(globSync(PATCHED, { cwd: root })).toEqual(expect.arrayContaining(patched));
});
