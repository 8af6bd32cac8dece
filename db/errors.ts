/** The fields of a PostgreSQL error that a verb may depend on. */
export interface PgError {
  /** SQLSTATE, see https://www.postgresql.org/docs/current/errcodes-appendix.html */
  code: string;
  /** The constraint that refused the row, if one did. */
  constraint: string | undefined;
  message: string;
}

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
const FOREIGN_KEY_VIOLATION = '23503';
const INVALID_PARAMETER = '22023';
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Finds PostgreSQL's error in a thrown one: Drizzle wraps the driver's error in `cause`, once for each layer.
 *
 * @returns undefined if the error did not come from PostgreSQL, such as a lost connection.
 */
export function pgErrorOf(error: unknown): PgError | undefined {
  for (const each of causesOf(error)) {
    const found = readServerError(each);
    if (found) return found;
  }
  return undefined;
}

/** The database is unavailable. A statement that was running may or may not have been committed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Bytes of the connection's stream are missing, so the rest of it cannot be trusted. */
export class UnreadableAnswer extends DatabaseUnavailable {}

/**
 * Whether a statement failed because of its connection, or because the server can't execute it at the moment. A retry may succeed, and
 * the failed statement may have been committed.
 */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (each instanceof DatabaseUnavailable) return true;
    const refused = readServerError(each);
    if (refused) return UNAVAILABLE_STATE.test(refused.code);
    if (isLostConnection(each)) return true;
  }
  return false;
}

/**
 * Connection exceptions; a read-only server; no disk, memory, connections or another configured limit left; a transaction that was idle
 * or took too long; a server that is stopping or starting. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNAVAILABLE_STATE = /^(08...|25006|53...|25P03|25P04|57P0[1235])$/;
const READ_ONLY = '25006';
const DISK_FULL = '53100';
const LOST_BY_DRIVER = /^CONNECT(ION)?_(CLOSED|DESTROYED|ENDED|TIMEOUT)$/;
const LOST_BY_SOCKET = /^(ERR_STREAM_|ERR_SOCKET_CLOSED)/;
/** Of a handshake with TLS that the server broke off; it names no system call. */
const LOST_BY_PEER = /^E(?:CONNRESET|CONNABORTED|PIPE)$/;
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'shutdown', 'getaddrinfo']);

/** The driver's own codes and the system's codes for sockets. `ENOENT` of a file is not one of them. */
function isLostConnection(error: Error & { code?: unknown; syscall?: unknown }): boolean {
  const { code, syscall } = error;
  if (typeof code !== 'string') return false;
  if ([LOST_BY_DRIVER, LOST_BY_SOCKET, LOST_BY_PEER].some((lost) => lost.test(code))) return true;
  // If all addresses of a host refuse the connection, the error has no `syscall`.
  return code.startsWith('E') && (SOCKET_CALLS.has(String(syscall)) || error instanceof AggregateError);
}

/** A serialization failure, a deadlock, a lock that was waited for too long, a statement that took too long or was canceled. */
const CONFLICT_STATE = /^(40001|40P01|55P03|57014)$/;

/** Whether a transaction was rolled back because of others that ran at the same time. A retry may succeed; nothing was committed. */
export function isConflict(error: unknown): boolean {
  return CONFLICT_STATE.test(pgErrorOf(error)?.code ?? '');
}

/** Whether the server is read-only, such as a standby. */
export function isReadOnly(error: unknown): boolean {
  return pgErrorOf(error)?.code === READ_ONLY;
}

/** Whether the server refuses all writes: it is read-only, or its disk is full. */
export function isRefusedWrite(error: unknown): boolean {
  return isReadOnly(error) || pgErrorOf(error)?.code === DISK_FULL;
}

/** Whether a unique index or key refused the row; with a name, whether that one did. */
export function isUniqueViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraintName);
}

/** Whether a CHECK constraint refused the row; with a name, whether that one did. */
export function isCheckViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, CHECK_VIOLATION, constraintName);
}

/** Whether a foreign key refused the row; with a name, whether that one did. */
export function isForeignKeyViolation(error: unknown, constraintName?: string): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraintName);
}

/** Whether a function rejected a value, such as the name of a time zone. */
export function isUnknownValue(error: unknown): boolean {
  return pgErrorOf(error)?.code === INVALID_PARAMETER;
}

function isViolation(error: unknown, code: string, constraintName?: string): boolean {
  const found = pgErrorOf(error);
  if (found?.code !== code) return false;
  return constraintName === undefined || found.constraint === constraintName;
}

/** The driver's own errors (`CONNECTION_CLOSED`) and Node's (`EPIPE`) have a code, too; only the server's have a severity. */
function readServerError(error: Error): PgError | undefined {
  if (!('code' in error) || typeof error.code !== 'string' || !SQLSTATE.test(error.code)) return undefined;
  // Poolers send the older form.
  if (!('severity' in error || 'severity_local' in error)) return undefined;
  const constraint = 'constraint_name' in error ? error.constraint_name : undefined;
  return {
    code: error.code,
    constraint: typeof constraint === 'string' ? constraint : undefined,
    message: error.message,
  };
}

/** The error and its causes, the outermost first. */
function* causesOf(error: unknown): Generator<Error> {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth++) {
    yield current;
  }
}
