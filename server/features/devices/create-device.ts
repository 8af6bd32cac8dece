import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { paymentDevices } from '#db/schema/evidence.ts';
import { paymentAccounts, paymentMethods } from '#db/schema/settings.ts';
import { type CreateDeviceInput, type Device, MOST_DEVICES } from '#shared/devices.ts';
import { plainNumber } from '#shared/recipient.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { writeMailToAdmins } from '../../base/mail/write-mail.ts';
import { deviceColumns, secretOfDevice } from './device-rows.ts';

const SECRET_BYTES = 32;

type Sims = NonNullable<CreateDeviceInput['sims']>;

/**
 * Adds a phone that forwards the messages of providers, and mails every admin: its messages can prove payments. Admins only.
 * @returns the device, and the secret that its app signs with, which can not be read again
 * @throws DomainError `reauthentication_required`, `secrets_key_missing`, `bad_input` beside `methods` for one that does not exist,
 * beside `sims` for a number that is no account of them, and beside `name` where there are too many devices
 */
export async function createDevice(
  { db, config, secrets, wakeMailer }: Pick<Deps, 'db' | 'config' | 'secrets' | 'wakeMailer'>,
  actor: Actor,
  { name, methods, sims: bound }: CreateDeviceInput,
): Promise<{ device: Device; secret: string }> {
  assertAdmin(actor);
  assertReauthenticated(actor);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const device = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('devices', 0))`);
    if ((await tx.$count(paymentDevices, isNull(paymentDevices.revokedAt))) >= MOST_DEVICES) {
      throw fieldError('bad_input', 'name', `There are ${MOST_DEVICES} phones already. Revoke one first`);
    }
    const methodIds = await idsOf(tx, methods);
    const sims = bound ? await boundSims(tx, methodIds, bound) : null;
    const [made] = await tx
      .insert(paymentDevices)
      .values({ name, methodIds, sims, sealedSecret: '', createdBy: actor.id })
      .returning({ id: paymentDevices.id });
    if (!made) throw new Error('The insert of a device returned no row');
    // Sealed for its id, which the insert has made.
    const sealedSecret = secrets.seal(secret, secretOfDevice(made.id));
    await tx.update(paymentDevices).set({ sealedSecret }).where(eq(paymentDevices.id, made.id));
    const [row] = await tx.select(deviceColumns).from(paymentDevices).where(eq(paymentDevices.id, made.id));
    if (!row) throw new Error(`Device ${made.id} has disappeared`);
    await recordAction(tx, actor, {
      action: 'device.create',
      subject: 'device',
      subjectId: row.id,
      subjectName: name,
      before: null,
      after: { name, methods: row.methods, sims },
    });
    await writeMailToAdmins(tx, addedMail(config.publicUrl, { deviceId: row.id, adminId: actor.id }));
    return row;
  });
  wakeMailer();
  return { device, secret };
}

/** @throws DomainError `bad_input` beside `methods` */
async function idsOf(tx: Tx, names: string[]): Promise<number[]> {
  const known = await tx.select({ id: paymentMethods.id, name: paymentMethods.name }).from(paymentMethods);
  const ids = names.map((name) => {
    const found = known.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (!found) throw fieldError('bad_input', 'methods', `There is no payment method ${name}`);
    return found.id;
  });
  return [...new Set(ids)];
}

/** The account of each SIM, as its method has it. @throws DomainError `bad_input` beside `sims` */
async function boundSims(tx: Tx, methodIds: number[], bound: Sims): Promise<Sims> {
  const known = await tx
    .select({ number: paymentMethods.recipient })
    .from(paymentMethods)
    .where(inArray(paymentMethods.id, methodIds))
    .unionAll(
      tx
        .select({ number: paymentAccounts.number })
        .from(paymentAccounts)
        .where(and(inArray(paymentAccounts.methodId, methodIds), isNull(paymentAccounts.removedAt))),
    );
  const sims = Object.entries(bound).map(([sim, typed]) => {
    const found = known.find(({ number }) => plainNumber(number) === plainNumber(typed));
    if (!found) throw fieldError('bad_input', 'sims', `No account of these payment methods has the number ${typed}`);
    return [sim, found.number];
  });
  return Object.fromEntries(sims) as Sims;
}

/** The name was typed, so it stands in the audit alone. */
function addedMail(panel: string, { deviceId, adminId }: { deviceId: number; adminId: number }) {
  return {
    subject: `A phone that forwards payment messages was added (${deviceId})`,
    body: `Hello,

phone ${deviceId} was added. Its messages can prove that customers have paid.

By admin ${adminId}: ${panel}/dashboard/users/${adminId}
Its name and payment methods: ${panel}/dashboard/audit?subject=device&id=${deviceId}
All phones: ${panel}/dashboard/messages?tab=devices

If no admin of yours did this, revoke the phone, block that admin and end their sessions at once.
`,
  };
}
