import { getTableColumns } from 'drizzle-orm';
import type { Settings } from '#shared/settings.ts';
import type { Db, Tx } from './client.ts';
import { settings } from './schema/settings.ts';

const { id: _, updatedAt: __, ...columns } = getTableColumns(settings);

export const settingsColumns = columns;

/** Reads the shop's settings. The caller decides who may see which of them. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const [row] = await db.select(settingsColumns).from(settings);
  if (!row) throw new Error('The settings row that the migration made is missing');
  return row;
}
