import type { RequestKind } from '#shared/request-status.ts';
import { texts } from '../texts.ts';

/** What a customer can ask for an order: a button each. */
export const requestKindTexts = texts('requestKinds', {
  refill: 'Refill',
  cancel: 'Cancel order',
  speed_up: 'Speed up',
} satisfies Record<RequestKind, string>);

/** A customer's requests about an order. */
export const requestTexts = texts('requests', {
  accepted: 'Accepted',
  afterDelivery: 'Possible after the delivery',
  askFor: '{kind}: order #{id}',
  asked: 'Requested',
  cancelConfirm: 'Request the cancellation',
  cancelHint: 'The charge comes back if it can still be stopped',
  cancelKeep: 'Keep the order',
  cancelled: 'Canceled',
  cancelText: 'If the order can still be stopped, {amount} comes back to your balance.',
  cancelTitle: 'Cancel order #{id}?',
  done: 'Done',
  earlier: { one: 'Show {count} earlier request', other: 'Show {count} earlier requests' },
  failed: 'This could not be requested',
  finished: 'The order is finished',
  heading: 'Requests',
  helpHeading: 'Without a ticket',
  noCancel: 'Orders of this service can’t be canceled',
  noRefill: 'This service has no refill',
  noSpeedUp: 'This service has no speed-up',
  panel: 'Closed with the order',
  periodOver: 'The refill period has ended',
  periodOverSince: 'The refill period ended on {day}',
  possibleAgain: 'Possible again in {wait}',
  possibleLater: 'Possible again later',
  refillHint: 'Free of charge if the count has dropped',
  rejected: 'Rejected',
  seeOrder: 'Follow it on the page of order #{id}',
  sent: 'Requested: {kind}',
  sentText: 'We answer on the page of the order.',
  speedUpHint: 'If it takes longer than usual',
  takesLonger: 'Usually {usual}, this one takes longer',
  timeLeft: 'Usually {usual}, about {left} to go',
  waiting: 'Waiting',
  waitsForEnd: 'More can be requested when this one has ended.',
});
