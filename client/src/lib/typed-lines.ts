import { deviceStorage } from './storage.ts';

/** The entry of a customer's mass order in the device's storage. */
export function typedLinesKey(userId: number): string {
  return `mass-order:${userId}`;
}

/**
 * Removes the lines when their customer logs out, because others may use this device. Lines that were sent without a response stay:
 * the customer must not order them twice.
 */
export function forgetTypedLines(userId: number): void {
  const { sentIn } = (deviceStorage.readJson(typedLinesKey(userId)) ?? {}) as { sentIn?: unknown };
  if (!sentIn) deviceStorage.forget(typedLinesKey(userId));
}
