import { texts } from '../texts.ts';

/** The form that orders one service. */
export const buyServiceTexts = texts('buyService', {
  beginWith: 'Begin with one of these',
  charge: 'Charge',
  chooseFirst: 'Choose a service to see what it costs.',
  clear: 'Clear the service',
  gone: 'This service is no longer available. Please choose another one.',
  heading: 'Buy Service',
  headingText: 'Choose a service, say for what and how many, and see the charge before you submit.',
  limits: 'Min: {min} - Max: {max}',
  loading: 'Loading…',
  moreMatch: { one: '{count} more. Type to narrow the list.', other: '{count} more. Type to narrow the list.' },
  next: 'What comes next',
  nextCharge: 'The charge leaves your balance, and the order is placed.',
  nextFollow: 'Its status stands in your order history while it is delivered.',
  nextRefund: 'What can’t be delivered comes back to your balance.',
  noneFound: 'No Services Found',
  package: 'Package',
  searchHint: 'Search by name or number…',
  serviceName: 'Service Name',
  serviceRequired: 'Service name is required',
  showServices: 'Show services',
});
