import { pgErrorOf } from '../../db/errors.ts';

/** One sentence on why a start failed: the database's own words where it refused; what wraps them repeats the statement. */
export function reasonOf(error: unknown): string {
  return pgErrorOf(error)?.message ?? (error instanceof Error ? error.message : String(error));
}
