import { reasonInLog } from '../error-in-log.ts';

/** One sentence on why a start failed: the database's own words where it refused, never a parameter of a statement. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? reasonInLog(error) : String(error);
}
