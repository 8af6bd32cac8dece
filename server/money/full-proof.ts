import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import { checkLedger } from './check-ledger.ts';

/** The last time that everything was read. */
export interface FullProof {
  atSeconds: number;
  problems: number;
}

/** @returns undefined before the first full proof of this database */
export async function readFullProof(db: Db): Promise<FullProof | undefined> {
  const [row] = await db.execute<{ at: number | null; problems: number | null }>(sql`
    select extract(epoch from full_at)::float8 as at, full_problems as problems from ledger_proof`);
  if (!row || row.at === null) return undefined;
  return { atSeconds: row.at, problems: row.problems ?? 0 };
}

/**
 * Proves the whole ledger beside the shop's work if the last full proof is older than this, and stores the time.
 * @returns the differences; undefined if it is not due
 */
export async function proveAllIfDue(reads: Reads, maxAgeHours: number): Promise<string[] | undefined> {
  const [state] = await reads.primary.execute<{ due: boolean }>(sql`
    select coalesce(full_at < now() - make_interval(secs => ${maxAgeHours * 3600}::float8), true) as due from ledger_proof`);
  if (!state?.due) return undefined;
  const { problems } = await reads.run((db) => checkLedger(db, { isGentle: true }));
  await reads.primary.execute(sql`update ledger_proof set full_at = now(), full_problems = ${problems.length}`);
  return problems;
}
