import type { Db } from '../../../db/client.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { readSettings } from './read-settings.ts';

/** @throws DomainError `forbidden` unless an admin asks. */
export async function getSettings(db: Db, actor: Actor): Promise<Settings> {
  assertAdmin(actor);
  return readSettings(db);
}
