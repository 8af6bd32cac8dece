import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { evidence, paymentDevices } from '#db/schema/evidence.ts';
import { SILENT_MINUTES } from '#shared/devices.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { secretOfDevice } from './device-rows.ts';
import { assertSigned, type Delivery, readDelivery } from './read-delivery.ts';

/**
 * Stores what a phone's app delivers, once; the background worker reads it. Any signed delivery is a sign of life.
 * @throws DomainError `signature_invalid` for an unknown or revoked device, a wrong signature or an old timestamp, `bad_input`
 */
export async function receiveMessage(
  { db, secrets, events }: Pick<Deps, 'db' | 'secrets' | 'events'>,
  delivery: Delivery,
): Promise<void> {
  const isOwn = and(eq(paymentDevices.id, delivery.deviceId), isNull(paymentDevices.revokedAt));
  const [device] = await db
    .select({
      id: paymentDevices.id,
      sealed: paymentDevices.sealedSecret,
      wasSilent: sql<boolean>`coalesce(${paymentDevices.seenAt} < now() - make_interval(mins => ${SILENT_MINUTES}), false)`,
    })
    .from(paymentDevices)
    .where(isOwn);
  const secret = device && secrets.open(device.sealed, secretOfDevice(device.id));
  if (!device || secret === undefined) throw new DomainError('signature_invalid');
  assertSigned(delivery, secret);
  const message = readDelivery(delivery.body);
  await db.transaction(async (tx) => {
    await tx
      .update(paymentDevices)
      .set({ seenAt: sql`now()`, ...(message && { messageAt: sql`now()` }) })
      .where(eq(paymentDevices.id, device.id));
    if (device.wasSilent) await awakenSilenced(tx, device.id);
    if (!message) return;
    const text = maskCodes(message.text);
    const values = { ...message, text, deviceId: device.id, digest: digestOf(message.sender, text) };
    await tx.insert(evidence).values(values).onConflictDoNothing();
  });
  if (message || device.wasSilent) events.publish('evidence');
}

/** Has the messages looked at whose requests waited for the phone. */
async function awakenSilenced(tx: Tx, deviceId: number): Promise<void> {
  await tx.execute(sql`
    update evidence set due_at = now() where device_id = ${deviceId} and id in (
      select match_id from recharges where status = 'pending' and match_id is not null and held_reason like 'phone\\_silent%')`);
}

/** The same for a message that is delivered again. */
function digestOf(sender: string, text: string): string {
  const folded = [
    sender.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
    text.replaceAll(/\s+/g, ' ').trim(),
  ].join('\n');
  return createHash('sha256').update(folded).digest('base64url');
}

/** What a message of a one-time password says. */
const ABOUT_CODE = /code|otp|2fa|\bpin\b|password|one[- ]time|verif|ওটিপি|কোড|পিন/i;
/** A provider's message of a payment has both. */
const isPayment = (text: string) => /\bt(?:rx|xn|nx) ?id\b/i.test(text) && /balance/i.test(text);
/** Digits alone, and in groups. Phone numbers are longer. */
const CODES = [/(?<!\p{Nd})\p{Nd}{4,8}(?!\p{Nd})/gu, /(?<!\p{Nd})\p{Nd}{2,4}(?:[ -]\p{Nd}{2,4}){1,3}(?!\p{Nd})/gu];

/** A message with the codes of a one-time password masked, so that they are stored nowhere; any other text as it is. */
function maskCodes(text: string): string {
  if (!ABOUT_CODE.test(text) || isPayment(text)) return text;
  return CODES.reduce((masked, code) => masked.replaceAll(code, (digits) => digits.replaceAll(/\p{Nd}/gu, '•')), text);
}
