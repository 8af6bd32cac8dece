import { texts } from '../texts.ts';

/** How far an order is, for customers and admins. */
export const progressTexts = texts('orderProgress', {
  delivered: '{delivered} of {quantity}',
  deliveredFrom: '{delivered} of {quantity}, started at {start}',
  from: 'started at {start}',
  progress: 'Progress',
});
