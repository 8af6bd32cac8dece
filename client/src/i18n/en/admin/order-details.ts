import { texts } from '../../texts.ts';

/** One order: its details, its progress and its dialogs. They load after the list. */
export const orderDetailsTexts = texts('orderDetails', {
  deliveredUnits: 'Delivered',
  edit: 'Set',
  keptCharge: 'Kept',
  partialHint: '1 to {most}',
  partialText:
    '{units} units were ordered. The price of those that stay undelivered goes back to {customer}, and the order is final.',
  partialTitle: 'Deliver order {id} in part',
  placed: 'Placed',
  progressFailed: 'Failed to save the progress',
  progressHint: 'Undelivered units: 0 to {most}',
  progressSaved: 'The progress of order {id} is saved',
  progressText: '{customer} sees both in the order. Leave empty what is not known.',
  progressTitle: 'Progress of order {id}',
  refund: 'Refund',
  refunded: 'Refunded',
  refunding: 'Refunding…',
  remains: 'Remains',
  save: 'Save',
  saving: 'Saving…',
  startCount: 'Start count',
  startHint: 'Before the delivery',
  undelivered: 'Undelivered',
  undeliveredUnits: 'Undelivered units',
  unknown: 'Not known yet',
});
