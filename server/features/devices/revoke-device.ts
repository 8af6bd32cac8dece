import { and, eq, isNull, sql } from 'drizzle-orm';
import { paymentDevices } from '#db/schema/evidence.ts';
import type { Device } from '#shared/devices.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { deviceColumns } from './device-rows.ts';

/**
 * Revokes a phone: nothing that it sends is taken any more, and its messages stay. One that was revoked stays so. Admins only.
 * @throws DomainError `reauthentication_required`, `not_found`
 */
export async function revokeDevice({ db }: Pick<Deps, 'db'>, actor: Actor, { id }: { id: number }): Promise<Device> {
  assertAdmin(actor);
  assertReauthenticated(actor);
  return db.transaction(async (tx) => {
    const revoked = await tx
      .update(paymentDevices)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(paymentDevices.id, id), isNull(paymentDevices.revokedAt)))
      .returning({ id: paymentDevices.id });
    const [device] = await tx.select(deviceColumns).from(paymentDevices).where(eq(paymentDevices.id, id));
    if (!device) throw new DomainError('not_found');
    if (revoked.length > 0) {
      await recordAction(tx, actor, {
        action: 'device.revoke',
        subject: 'device',
        subjectId: id,
        subjectName: device.name,
        before: { name: device.name, methods: device.methods },
        after: null,
      });
    }
    return device;
  });
}
