import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Writes errors outside of tests into the file `OUTSIDE_ERRORS_FILE`, as a JSON list of messages: a global setup that fails, a rejection
 * without a handler. Vitest's JSON report does not have them.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class OutsideErrors implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { message: string }[]): void {
    const file = process.env.OUTSIDE_ERRORS_FILE;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message }) => message)));
  }
}
