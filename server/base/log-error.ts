import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { ZodError } from 'zod';

/** The program of this process. `npm start` bundles a worker into one file with a source map. */
const program = process.argv[1] ?? '';
const place = /(?:file:\/\/)?(\/[^\s()]+):(\d+):(\d+)/;

/** Null if there is none. */
let ofProgram: SourceMap | null | undefined;

/**
 * Maps a stack frame to the sources. Node's own source maps take 55 MB in each process; this one is read with the first logged error.
 * @param frame a line such as `at charge (/srv/panel/dist/server/worker.js:98775:3)`
 * @returns the frame unchanged if it is in a package, or the program has no map
 */
function toSourceFrame(frame: string): string {
  return frame.replace(place, (whole, file: string, line: string, column: string) => {
    if (file !== program) return whole;
    if (ofProgram === undefined) ofProgram = readMap();
    // Source maps count from 0.
    const from = ofProgram?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!from || !('originalSource' in from) || from.generatedLine !== Number(line) - 1) return whole;
    return `${resolve(dirname(program), from.originalSource)}:${from.originalLine + 1}:${from.originalColumn + 1}`;
  });
}

function readMap(): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${program}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}

/** Longer statements are cut; the stack shows where it failed. */
const STATEMENT_MAX_LENGTH = 2_000;
const DEEPEST_CAUSE = 8;
const MOST_TOGETHER = 10;

/** Classes of SQLSTATE whose messages contain parts of the schema, the server or its state, but never values from a request. */
const NAMES_NO_VALUES = /^(08|0A|21|23|25|26|28|34|3B|3D|3F|40|42|44|53|54|55|57|58|XX)/;
/** Fields of an error that never contain user input. */
const FACTS = ['code', 'errno', 'syscall', 'address', 'port', 'statusCode', 'responseCode', 'command'] as const;
const FACTS_OF_POSTGRES = {
  severity: 'severity',
  schema: 'schema_name',
  table: 'table_name',
  column: 'column_name',
  type: 'data_type_name',
  constraint: 'constraint_name',
  routine: 'routine',
} as const;

/** Replaces a message that repeats a statement with its parameters; the cause has the reason. */
const FAILED_STATEMENT = 'A statement failed';
const FAILED_PART = 'A part that asked the database failed';

/** An error in a line of the log. */
export interface LoggedError {
  type: string;
  message: string;
  /** The type, the message and the stack frames. */
  stack: string;
  /** The prepared statement, with `$1` instead of parameters. */
  statement?: string;
  cause?: LoggedError;
  /** The errors of an `AggregateError`. */
  errors?: LoggedError[];
  [fact: string]: unknown;
}

/**
 * Where and why an error was thrown, without any parameter of a statement: it may be an address, a password hash or a password reset
 * link. Drizzle writes parameters into its message, PostgreSQL puts the row into `detail` and the value into some messages, and
 * wrapping errors repeat them. So only fields known to be harmless are copied.
 * @param thrown with the errors in its `cause`
 */
export function errorForLog(thrown: unknown): LoggedError {
  return describe(thrown, 0);
}

/** One sentence on why something failed, for the log and the terminal. */
export function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  let error = errorForLog(thrown);
  while (error.cause && (error.message === FAILED_STATEMENT || error.message === FAILED_PART)) error = error.cause;
  return error.message || error.type;
}

function describe(thrown: unknown, depth: number): LoggedError {
  if (!(thrown instanceof Error))
    return { type: typeof thrown, message: 'Something was thrown that is no error', stack: '' };
  const type = nameOf(thrown);
  const message = messageOf(thrown);
  return {
    type,
    message,
    ...factsOf(thrown),
    ...statementOf(thrown),
    stack: `${type}: ${message}${framesOf(thrown)}`,
    ...(thrown.cause !== undefined && depth < DEEPEST_CAUSE && { cause: describe(thrown.cause, depth + 1) }),
    ...(thrown instanceof AggregateError &&
      depth < DEEPEST_CAUSE && {
        errors: thrown.errors.slice(0, MOST_TOGETHER).map((each) => describe(each, depth + 1)),
      }),
  };
}

function messageOf(error: Error): string {
  if (isFromPostgres(error)) return messageOfPostgres(error);
  if (isFailedQuery(error)) return FAILED_STATEMENT;
  if (wrapsDatabaseError(error)) return FAILED_PART;
  if (error instanceof ZodError) return error.issues.map(({ code, path }) => `${path.join('.')}: ${code}`).join(', ');
  // JSON.parse quotes the text it can't parse, and BigInt the number.
  if (error instanceof SyntaxError) return 'Something could not be read';
  // Node's argument errors end with the argument.
  return error.message.replace(/\bReceived .*/s, 'Received …');
}

function messageOfPostgres(error: PostgresError): string {
  if (NAMES_NO_VALUES.test(error.code)) return error.message;
  return `PostgreSQL refused it with ${error.code}`;
}

type PostgresError = Error & { code: string; severity: string };

/** The driver's own errors have a code too; only the server's have a severity. */
function isFromPostgres(error: Error): error is PostgresError {
  return 'severity' in error && 'code' in error && typeof error.code === 'string';
}

/** Drizzle's error, whose message is the statement with its parameters. */
function isFailedQuery(error: Error): error is Error & { query: string } {
  return 'params' in error && 'query' in error && typeof error.query === 'string';
}

function wrapsDatabaseError(error: Error): boolean {
  let cause = error.cause;
  for (let depth = 0; cause instanceof Error && depth < DEEPEST_CAUSE; depth++) {
    if (isFromPostgres(cause) || isFailedQuery(cause)) return true;
    cause = cause.cause;
  }
  return false;
}

function nameOf(error: Error): string {
  return error.name === 'Error' ? error.constructor.name : error.name;
}

function factsOf(error: Error): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  const take = (name: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') facts[name] = value;
  };
  const own = error as unknown as Record<string, unknown>;
  for (const name of FACTS) take(name, own[name]);
  if (isFromPostgres(error)) for (const [name, field] of Object.entries(FACTS_OF_POSTGRES)) take(name, own[field]);
  return facts;
}

function statementOf(error: Error): { statement?: string } {
  return isFailedQuery(error) ? { statement: error.query.slice(0, STATEMENT_MAX_LENGTH) } : {};
}

/** Without the lines above them, which repeat the message. */
function framesOf(error: Error): string {
  const frames = error.stack?.split('\n').filter((line) => /^\s+at \S/.test(line)) ?? [];
  return frames.map((frame) => `\n${toSourceFrame(frame)}`).join('');
}
