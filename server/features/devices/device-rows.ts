import { sql } from 'drizzle-orm';
import { paymentDevices } from '#db/schema/evidence.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import type { SecretOwner } from '../../base/secrets/secret-box.ts';

/** The columns of a device that admins see. */
export const deviceColumns = {
  id: paymentDevices.id,
  name: paymentDevices.name,
  methods: sql<string[]>`(
    select coalesce(array_agg(${paymentMethods.name} order by ${paymentMethods.position}, ${paymentMethods.id}), '{}')
    from ${paymentMethods} where ${paymentMethods.id} = any(${paymentDevices.methodIds}))`,
  sims: paymentDevices.sims,
  createdAt: paymentDevices.createdAt,
  seenAt: paymentDevices.seenAt,
  messageAt: paymentDevices.messageAt,
  revokedAt: paymentDevices.revokedAt,
};

/** The owner of a device's sealed secret. */
export function secretOfDevice(id: number): SecretOwner {
  return { purpose: 'device', id };
}
