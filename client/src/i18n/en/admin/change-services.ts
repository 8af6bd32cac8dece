import type { ServiceChange } from '#shared/change-services.ts';
import { texts } from '../../texts.ts';

/** The change of many services. */
export const changeManyTexts = texts('changeMany', {
  affected: 'Services that change',
  allowed: 'Allowed',
  category: 'New category',
  change: 'Change services',
  changeCount: { one: 'Change {count} service', other: 'Change {count} services' },
  changed: 'Services changed',
  changing: 'Changing…',
  choose: 'Choose…',
  chooseFirst: 'Choose what to change first.',
  customersMayAsk: 'Customers may ask for it',
  deleteCount: { one: 'Delete {count} service', other: 'Delete {count} services' },
  deleted: 'Services deleted',
  deleteText: 'Their orders stay, but the services can’t be restored. To take them out of sale for a while, hide them.',
  firstShown: 'The first {count} are shown.',
  heading: 'Change Services',
  headingText: 'Of {services}. All of them change, or none does.',
  links: 'Links',
  linksAsRead: 'As their names say',
  linksAsReadHint: 'Only services that take any link change, if their names say a platform.',
  linksChosen: 'These',
  noneChanges: 'No service would change.',
  notAllowed: 'Not allowed',
  refillDays: 'Refill period in days',
  refillDaysHint: 'From the end of the order. Empty: no refill.',
  sendAgain: 'Send again',
  services: { one: '{count} service', other: '{count} services' },
  someChange: '{changed} of {found} services change.',
  stillCounting: 'The services are still being counted. Try again in a moment.',
  what: 'What to change',
});

/** What many services can get, in the order of the menu. */
export const changeKindTexts = texts('changeKinds', {
  hide: 'Hide from customers',
  show: 'Show to customers',
  category: 'Category',
  links: 'Links that it takes',
  refill: 'Refill period',
  cancel: 'Cancel requests',
  speedUp: 'Speed-up requests',
  delete: 'Delete',
} satisfies Record<ServiceChange['kind'], string>);
