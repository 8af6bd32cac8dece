import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { services } from '#db/schema/services.ts';
import { fieldError } from '../../base/errors.ts';

/** For `catch`: converts a unique violation of the external id into a field error; rethrows other errors. */
export function asTakenExternalId(db: Db, externalId: string | null | undefined) {
  return async (error: unknown): Promise<never> => {
    if (!externalId || !isUniqueViolation(error, 'services_external_id_key')) throw error;
    const [owner] = await db
      .select({ id: services.id, deletedAt: services.deletedAt })
      .from(services)
      .where(eq(services.externalId, externalId));
    if (!owner) throw fieldError('bad_input', 'externalId', 'It is that of another service already');
    const { id, deletedAt } = owner;
    const message = deletedAt
      ? `It is that of service ${id}, which was deleted`
      : `It is that of service ${id} already`;
    throw fieldError('bad_input', 'externalId', message);
  };
}
