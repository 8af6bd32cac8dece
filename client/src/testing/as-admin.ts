import { beforeEach } from 'vitest';
import type { Answer } from './fake-server.ts';
import { startSignedIn } from './signed-in-browser.ts';

/** Runs each test of the file as an admin on a wide screen; `answer` replaces the server. */
export function asAdmin(answer: Answer, options: Parameters<typeof startSignedIn>[1] = {}): void {
  beforeEach(() => startSignedIn(answer, { role: 'admin', matches: () => true, ...options }));
}
