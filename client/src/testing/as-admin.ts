import { beforeEach } from 'vitest';
import { someCategories } from './categories.ts';
import type { Answer } from './fake-server.ts';
import { startSignedIn } from './signed-in-browser.ts';

/**
 * Runs each test of the file as an admin on a wide screen; `answer` replaces the server. The shop has {@link someCategories} unless the
 * file answers for them.
 */
export function asAdmin(
  answer: Answer,
  { ownCategories = false, ...options }: Parameters<typeof startSignedIn>[1] & { ownCategories?: boolean } = {},
): void {
  const answerAll: Answer = (name, input) =>
    name === 'admin.categories.list' && !ownCategories ? { items: someCategories } : answer(name, input);
  beforeEach(() => startSignedIn(answerAll, { role: 'admin', matches: () => true, ...options }));
}
