import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { importMappings } from '#db/schema/services.ts';
import { type ColumnMapping, columnMapping, type ImportedColumn, mappingOf } from '#shared/catalogue-file.ts';

/** The shop remembers the mappings of this many different files. */
const MOST_REMEMBERED = 200;

/** The mapping of the last import of a file with these headers. */
export async function recallMapping(db: Db, headers: string[]): Promise<ColumnMapping | undefined> {
  const [row] = await db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(eq(importMappings.headers, keyOf(headers)));
  return row && columnMapping.safeParse(row.mapping).data;
}

/** Remembers a mapping for files with the same headers, and forgets the one that was not used for the longest time. */
export async function rememberMapping(tx: Tx, columns: ImportedColumn[]): Promise<void> {
  const headers = keyOf(columns.map(({ header }) => header));
  const row = { headers, mapping: mappingOf(columns), usedAt: sql`now()` };
  await tx.insert(importMappings).values(row).onConflictDoUpdate({ target: importMappings.headers, set: row });
  await tx.execute(sql`
    delete from import_mappings where headers in (
      select headers from import_mappings order by used_at desc, headers offset ${MOST_REMEMBERED})`);
}

const keyOf = (headers: string[]) => createHash('sha256').update(JSON.stringify(headers)).digest('hex');
