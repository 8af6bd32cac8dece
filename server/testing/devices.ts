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
