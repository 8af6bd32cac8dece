import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { evidence } from '#db/schema/evidence.ts';
import type { Deps } from '../base/deps.ts';
import { createDevice } from '../features/devices/create-device.ts';
import { makePaymentMethod, type TestUser } from './factories.ts';

/** A phone that forwards messages, of one new payment method, and its secret. */
export async function makeDevice(deps: Pick<Deps, 'db' | 'config' | 'secrets' | 'wakeMailer'>, { actor }: TestUser) {
  const { name } = await makePaymentMethod(deps.db);
  const caller = { ...actor, isReauthenticated: true };
  const { device, secret } = await createDevice(deps, caller, { name: 'Shop phone', methods: [name] });
  return { ...device, secret };
}

/** A payment of Tk 504 whose balance nothing proves. @returns its id */
export async function makeHeldMessage(db: Db): Promise<number> {
  const reference = randomUUID();
  const [message] = await db
    .insert(evidence)
    .values({
      ...{ sender: 'bKash', text: `Tk 504 ${reference}`, digest: reference, reference, state: 'held' },
      ...{ reason: 'first_of_chain', provider: 'bkash', kind: 'received', direction: 'in', payer: '01700000001' },
      ...{ amountPoisha: 50_400, feePoisha: 0, balancePoisha: 150_400, beforePoisha: 100_000, at: new Date() },
      dueAt: null,
    })
    .returning({ id: evidence.id });
  if (!message) throw new Error('The message was not stored');
  return message.id;
}
