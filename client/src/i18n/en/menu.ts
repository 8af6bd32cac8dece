import { texts } from '../texts.ts';

/** The names of pages in the menus. */
export const menuTexts = texts('menu', {
  about: 'About',
  addBalance: 'Add Balance',
  balance: 'Balance',
  dashboard: 'Dashboard',
  home: 'Home',
  keys: 'API Keys',
  logout: 'Logout',
  main: 'Main',
  manageOrders: 'Manage Orders',
  manageTickets: 'Manage Tickets',
  more: 'More',
  orderHistory: 'Order History',
  profile: 'Profile',
  service: 'Service',
  services: 'Services',
  tickets: 'Support',
  webhooks: 'Webhooks',
});
