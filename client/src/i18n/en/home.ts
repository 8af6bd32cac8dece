import { texts } from '../texts.ts';

/** The first screens of the home page. */
export const homeTexts = texts('home', {
  avgTime: 'Avg. Time {time}',
  chat: 'Chat with us',
  createOrder: 'Create Order',
  hero: 'The best panel for likes, followers and views',
  heroText: 'Top up once with Bkash, Nagad or Rocket. Order for any link in seconds. See every cent in your statement.',
  limits: '{min} to {max}',
  link: 'Link',
  linkHint: 'https://… or @username',
  login: 'Login',
  orderStart: 'Start an order',
  price: 'Price',
  quantity: 'Quantity',
  register: 'Register',
  seeServices: 'See services',
  service: 'Service',
  typedIsKept: 'You register first. The order waits, filled in.',
});
