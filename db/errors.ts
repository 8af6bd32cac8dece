/** What PostgreSQL said, as far as a verb may decide on it. */
export interface PgError {
  /** SQLSTATE, see https://www.postgresql.org/docs/current/errcodes-appendix.html */
  code: string;
  /** Name of the constraint that refused the row, where one did. */
  constraint: string | undefined;
  message: string;
}

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
const FOREIGN_KEY_VIOLATION = '23503';
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Reads the server's error from whatever was thrown: Drizzle wraps the driver's error, once for each layer, in `cause`.
 *
 * @returns undefined where the error did not come from PostgreSQL, such as a lost connection.
 */
export function pgErrorOf(error: unknown): PgError | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth++) {
    const found = readServerError(current);
    if (found) return found;
  }
  return undefined;
}

/** True where a unique index or key refused the row; with a name only where it was that one. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraintName);
}

/** True where a CHECK constraint refused the row; with a name only where it was that one. */
export function isCheckViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, CHECK_VIOLATION, constraintName);
}

/** True where a foreign key refused the row; with a name only where it was that one. */
export function isForeignKeyViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraintName);
}

function isViolation(error: unknown, code: string, constraintName?: string): boolean {
  const found = pgErrorOf(error);
  if (found?.code !== code) return false;
  return constraintName === undefined || found.constraint === constraintName;
}

/** The driver's own errors (`CONNECTION_CLOSED`) and Node's (`EPIPE`) have a code too; only the server's have a severity. */
function readServerError(error: Error): PgError | undefined {
  if (!('code' in error) || typeof error.code !== 'string' || !SQLSTATE.test(error.code)) return undefined;
  if (!('severity' in error)) return undefined;
  const constraint = 'constraint_name' in error ? error.constraint_name : undefined;
  return {
    code: error.code,
    constraint: typeof constraint === 'string' ? constraint : undefined,
    message: error.message,
  };
}
