import type { EventBus } from '#server/base/events/event-bus.ts';

/** Notifies the customer's and all admins' open pages, those of the order as well. To be called after the commit. */
export function publishRequest(
  events: Pick<EventBus, 'publish'>,
  { id, orderId, userId }: { id: number; orderId: number; userId: number },
): void {
  events.publish('requests', `${userId}:${id}`);
  events.publish('orders', `${userId}:${orderId}`);
}
