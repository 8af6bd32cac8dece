import { asc, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import type { QueueChoices } from '#shared/review-queue.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/** The longest menu. */
const MOST = 200;

/** The admins and payment methods in the filters of admin lists. Admins only. */
export async function listChoices(db: Db, actor: Actor): Promise<QueueChoices> {
  assertAdmin(actor);
  const [admins, methods] = await Promise.all([
    db
      .select({ id: users.id, userName: users.userName })
      .from(users)
      .where(eq(users.role, 'admin'))
      .orderBy(asc(users.id))
      .limit(MOST),
    db
      .select({ id: paymentMethods.id, name: paymentMethods.name })
      .from(paymentMethods)
      .orderBy(asc(paymentMethods.position), asc(paymentMethods.id))
      .limit(MOST),
  ]);
  return { admins, methods };
}
