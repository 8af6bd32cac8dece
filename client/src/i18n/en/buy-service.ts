import { texts } from '../texts.ts';

/** The form that orders one service. */
export const buyServiceTexts = texts('buyService', {
  category: 'Category',
  charge: 'Charge',
  chooseFirst: 'Choose a service to see what it costs.',
  gone: 'This service is no longer available. Please choose another one.',
  heading: 'Buy Service',
  headingText: 'Choose a service, say for what and how many, and see the charge before you submit.',
  limits: 'Min: {min} - Max: {max}',
  loading: 'Loading…',
  moreMatch: { one: '{count} more. Type to narrow the list.', other: '{count} more. Type to narrow the list.' },
  noneFound: 'No Services Found',
  searchHint: 'Type to search…',
  serviceName: 'Service Name',
  serviceRequired: 'Service name is required',
  showServices: 'Show services',
});
