import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUnknownValue } from '#db/errors.ts';
import { settings } from '#db/schema/settings.ts';
import { readSettings, settingsColumns } from '#db/settings.ts';
import type { Settings, UpdateSettingsInput } from '#shared/settings.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { writeMailToAdmins } from '../../base/mail/write-mail.ts';
import { changedByAnother } from './changed-by-another.ts';
import { type MadeImages, makeFaceImages, storeFaceImages } from './make-face-images.ts';

/** What messages may credit without a person. */
const caps = [
  'evidenceMostRequestNanos',
  'evidenceMostCustomerDayNanos',
  'evidenceMostMethodDayNanos',
  'evidenceMostWithoutPayerNanos',
  'firstRechargeByHand',
  'evidenceReadsIds',
] as const;

/** The settings of money, and those that say when an admin has to prove who they are. */
const guarded = [
  'ratePaisa',
  'feeBasisPoints',
  'giveLimitNanos',
  'approveLimitNanos',
  'requireAdminSecondFactor',
  ...caps,
] as const satisfies (keyof typeof settings.$inferSelect)[];

/**
 * Changes the shop's settings. A new rate holds for new recharges; each request keeps its own. Mails every admin where messages may credit
 * more or less without a person. Admins only.
 * @throws DomainError `settings_changed` (by whom, when) where they are not what the admin saw, `bad_input` for a time zone,
 * `reauthentication_required` where a guarded setting changes, `secrets_key_missing` for requiring a second factor that this server can't store
 */
export async function updateSettings(
  { db, config, events, secrets, wakeMailer }: Pick<Deps, 'db' | 'config' | 'events' | 'secrets' | 'wakeMailer'>,
  actor: Actor,
  { expectedSettings, ...input }: UpdateSettingsInput,
): Promise<Settings> {
  assertAdmin(actor);
  const images = await changedImages(db, input);
  const { row, isNewlyRequired, areCapsChanged } = await db.transaction(async (tx) => {
    const [before] = await tx.select(settingsColumns).from(settings).for('no key update');
    if (before && !isAsExpected(before, expectedSettings)) throw await changedByAnother(tx, 'settings');
    const [after] = await tx
      .update(settings)
      .set({
        ...input,
        ...(images && { faceImages: await storeFaceImages(tx, actor.id, images) }),
        updatedAt: sql`now()`,
      })
      .returning(settingsColumns)
      .catch((error: unknown) => {
        throw isUnknownValue(error) ? fieldError('bad_input', 'timeZone', 'Unknown time zone') : error;
      });
    if (!before || !after) throw new Error('The settings row that the migration made is missing');
    if (guarded.some((name) => before[name] !== after[name])) assertReauthenticated(actor);
    const requiresNow = after.requireAdminSecondFactor && !before.requireAdminSecondFactor;
    if (requiresNow && secrets.keyId === undefined) throw new DomainError('secrets_key_missing');
    await recordAction(tx, actor, { action: 'settings.update', subject: 'settings', before, after });
    const isCapChanged = caps.some((name) => before[name] !== after[name]);
    if (isCapChanged) await writeMailToAdmins(tx, capsChangedMail(config.publicUrl, actor.id));
    return { row: after, isNewlyRequired: requiresNow, areCapsChanged: isCapChanged };
  });
  if (areCapsChanged) wakeMailer();
  events.publish('settings');
  // Ends the event streams of admins who have to enrol first.
  if (isNewlyRequired) events.publish('sessions');
  return row;
}

/** The images to make if the input changes an upload, or the colour of the panel's mark. The transaction waits for no image. */
async function changedImages(db: Db, input: Partial<Settings>): Promise<MadeImages | undefined> {
  const current = await readSettings(db);
  const { logoImage, iconImage, brandColor } = { ...current, ...input };
  const areUploadsKept = logoImage === current.logoImage && iconImage === current.iconImage;
  const isColorOfIcon = !logoImage && !iconImage && brandColor !== current.brandColor;
  return areUploadsKept && !isColorOfIcon ? undefined : makeFaceImages(db, { logoImage, iconImage, brandColor });
}

function isAsExpected(current: Settings, expected: Partial<Settings> = {}): boolean {
  const names = Object.keys(expected) as (keyof Settings)[];
  return names.every((name) => expected[name] === undefined || isDeepStrictEqual(current[name], expected[name]));
}

function capsChangedMail(panel: string, adminId: number) {
  return {
    subject: 'What payment messages may credit was changed',
    body: `Hello,

how much payment messages may credit without a person was changed.

By admin ${adminId}: ${panel}/dashboard/users/${adminId}
Before and after: ${panel}/dashboard/audit?subject=settings

If no admin of yours did this, block that admin and end their sessions at once.
`,
  };
}
