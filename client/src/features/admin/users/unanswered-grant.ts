import { z } from 'zod';
import { tabStorage } from '../../../lib/storage.ts';

const unansweredGrant = z.object({
  requestId: z.uuid(),
  /** As typed, so that it is sent again unchanged. */
  typed: z.object({ amountNanos: z.string(), reason: z.string().optional() }),
});
export type UnansweredGrant = z.output<typeof unansweredGrant>;

/** Giver and receiver: two admins who share a tab share no keys. */
interface GrantOf {
  adminId: number | undefined;
  userId: number;
}

/** The last attempt to give this user balance, stored in this tab while its answer is missing; else null. */
export function readUnansweredGrant(of: GrantOf): UnansweredGrant | null {
  return unansweredGrant
    .nullable()
    .catch(null)
    .parse(tabStorage.readJson(keyOf(of)));
}

export function keepUnansweredGrant(of: GrantOf, grant: UnansweredGrant): void {
  tabStorage.keep(keyOf(of), JSON.stringify(grant));
}

export function forgetUnansweredGrant(of: GrantOf): void {
  tabStorage.forget(keyOf(of));
}

function keyOf({ adminId, userId }: GrantOf): string {
  return `grant:${adminId ?? ''}:${userId}`;
}
