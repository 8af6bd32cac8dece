import { getTableColumns } from 'drizzle-orm';
import type { Settings } from '#shared/settings.ts';
import type { Db, Tx } from './client.ts';
import { settings } from './schema/settings.ts';

const { id: _, updatedAt: __, ...shownColumns } = getTableColumns(settings);

export const settingsColumns = shownColumns;

/** The shop's settings as they are now, for verbs; what of them a caller may see is the verb's to decide. */
export async function readSettings(db: Db | Tx): Promise<Settings> {
  const [row] = await db.select(settingsColumns).from(settings);
  if (!row) throw new Error('The settings row that the migration made is missing');
  return row;
}
