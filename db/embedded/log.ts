/** The part of a pino logger, or of `console`, that the database uses. */
export interface DatabaseLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const SILENT: DatabaseLog = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Logs one line of the server's own log. Severities as in PostgreSQL's `log_min_messages`. */
export function logServerLine(line: string, log: DatabaseLog): void {
  if (line.trim() === '') return;
  const text = `postgres: ${line}`;
  if (line.startsWith('PANIC:')) log.error(text);
  else if (line.startsWith('FATAL:')) log.warn(text);
  else log.debug(text);
}
