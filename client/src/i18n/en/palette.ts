import { texts } from '../texts.ts';

/** The command palette, and the list of shortcuts. */
export const paletteTexts = texts('palette', {
  actions: 'Actions',
  adminPlaceholder: 'Pages, users, orders, services…',
  close: 'Close',
  failed: 'Only pages could be searched: the server did not answer.',
  found: { one: '{count} result', other: '{count} results' },
  hint: 'Type at least two letters, a link or an order number to find more than pages.',
  keyChoose: 'Open it',
  keyClose: 'Close',
  keyKeys: 'These keys',
  keyMove: 'Go through what was found',
  keySearch: 'Search',
  keys: 'Keyboard shortcuts',
  nothing: 'Nothing was found for “{query}”',
  orderNumber: 'Order #{id}',
  orders: 'Orders',
  pages: 'Pages',
  perThousand: '{price} per 1000',
  placeholder: 'Pages, services, orders…',
  recharges: 'Recharges',
  searching: 'Searching…',
  services: 'Services',
  settings: 'Settings',
  title: 'Search',
  users: 'Users',
});
