import { createHash } from 'node:crypto';
import { DomainError } from '../base/errors.ts';

/** Identifies the contents of a table of words, for an admin who saves it as a whole. @param words in the order of the table */
export function versionOf(words: readonly object[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
}

/** How a table of words changes, for the audit: the lines that go, and those that come. */
export function changesOf(before: readonly string[], after: readonly string[]) {
  const onlyIn = (lines: readonly string[], others: ReadonlySet<string>) => lines.filter((line) => !others.has(line));
  return { before: { words: onlyIn(before, new Set(after)) }, after: { words: onlyIn(after, new Set(before)) } };
}

/**
 * Refuses words that replace others than the admin saw, unless they are stored already.
 * @param lineOf a word as a line, as in {@link changesOf}
 * @throws DomainError `settings_changed`
 */
export function assertSeen<Word extends object>(
  before: readonly Word[],
  { words, expectedVersion }: { words: readonly Word[]; expectedVersion?: string | undefined },
  lineOf: (word: Word) => string,
): void {
  if (expectedVersion === undefined || expectedVersion === versionOf(before)) return;
  const { before: gone, after: added } = changesOf(before.map(lineOf), words.map(lineOf));
  if (gone.words.length + added.words.length > 0) throw new DomainError('settings_changed');
}
