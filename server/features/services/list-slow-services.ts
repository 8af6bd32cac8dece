import { and, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { SlowService } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { deliveryTimes } from '../../base/lists/delivery-times.ts';

const SHOWN = 8;
const MINUTES_PER_HOUR = 60;

/** Lists the services that exceed the promised delivery time most. Admins only. */
export async function listSlowServices(db: Db, actor: Actor): Promise<SlowService[]> {
  assertAdmin(actor);
  const measured = await deliveryTimes.get(db);
  const known = await db
    .select({ id: services.id, name: services.name, avgTimeHours: services.avgTimeHours })
    .from(services)
    .where(and(inArray(services.id, [...measured.keys()]), isNull(services.deletedAt)));
  return known
    .flatMap((service) => {
      const delivery = measured.get(service.id);
      return delivery ? [{ ...service, delivery }] : [];
    })
    .toSorted((one, other) => slowness(other) - slowness(one) || one.id - other.id)
    .slice(0, SHOWN);
}

/** The ratio of actual and promised time. */
function slowness({ avgTimeHours, delivery }: SlowService): number {
  return delivery.medianMinutes / (avgTimeHours * MINUTES_PER_HOUR);
}
