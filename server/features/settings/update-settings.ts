import { sql } from 'drizzle-orm';
import { settings } from '../../../db/schema/settings.ts';
import type { Settings, UpdateSettingsInput } from '../../../shared/settings.ts';
import type { Actor } from '../../../shared/users.ts';
import type { Deps } from '../../deps.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { settingsColumns } from './read-settings.ts';

/**
 * Replaces the shop's settings. A new rate holds for recharges requested from now on; each request keeps its own.
 * @throws DomainError `forbidden` unless an admin asks.
 */
export async function updateSettings(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  input: UpdateSettingsInput,
): Promise<Settings> {
  assertAdmin(actor);
  const [row] = await db
    .update(settings)
    .set({ ...input, updatedAt: sql`now()` })
    .returning(settingsColumns);
  if (!row) throw new Error('The settings row that the migration made is missing');
  events.publish('settings');
  return row;
}
