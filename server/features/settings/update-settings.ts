import { isDeepStrictEqual } from 'node:util';
import { desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { isUnknownValue } from '../../../db/errors.ts';
import { auditEntries } from '../../../db/schema/audit.ts';
import { settings } from '../../../db/schema/settings.ts';
import { users } from '../../../db/schema/users.ts';
import type { Settings, UpdateSettingsInput } from '../../../shared/settings.ts';
import type { Actor } from '../../../shared/users.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { settingsColumns } from './read-settings.ts';

/**
 * Replaces the shop's settings. A new rate holds for recharges requested from now on; each request keeps its own.
 * @throws DomainError `forbidden` unless an admin asks, `settings_changed` (by whom and when) where they are not what the admin
 *   saw, `bad_input` beside `timeZone` for one that the database does not know.
 */
export async function updateSettings(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { expected, ...input }: UpdateSettingsInput,
): Promise<Settings> {
  assertAdmin(actor);
  const row = await db.transaction(async (tx) => {
    const [before] = await tx.select(settingsColumns).from(settings).for('no key update');
    if (before && !isAsExpected(before, expected)) throw await settingsChanged(tx);
    const [after] = await tx
      .update(settings)
      .set({ ...input, updatedAt: sql`now()` })
      .returning(settingsColumns)
      .catch((error: unknown) => {
        throw isUnknownValue(error) ? fieldError('bad_input', 'timeZone', 'Unknown time zone') : error;
      });
    if (!before || !after) throw new Error('The settings row that the migration made is missing');
    await recordAction(tx, actor, { action: 'settings.update', subject: 'settings', before, after });
    return after;
  });
  events.publish('settings');
  return row;
}

function isAsExpected(current: Settings, expected: Partial<Settings> = {}): boolean {
  const names = Object.keys(expected) as (keyof Settings)[];
  return names.every((name) => expected[name] === undefined || isDeepStrictEqual(current[name], expected[name]));
}

/** The refusal that says who was last to change them; of a command on the server nobody is named. */
async function settingsChanged(tx: Tx): Promise<DomainError> {
  const [last] = await tx
    .select({ changedBy: users.userName, at: auditEntries.at })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.adminId))
    .where(eq(auditEntries.subject, 'settings'))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(1);
  return new DomainError('settings_changed', {
    details: { changedBy: last?.changedBy, changedAt: last?.at.toISOString() },
  });
}
