import { texts } from '../texts.ts';

/** The first screens of the home page. */
export const homeTexts = texts('home', {
  avgTime: 'Avg. Time {time}',
  chat: 'Chat with us',
  createOrder: 'Create Order',
  limits: '{min} to {max}',
  link: 'Link',
  linkHint: 'https://… or @username',
  login: 'Login',
  orderStart: 'Start an order',
  price: 'Price',
  promises: '24/7 support, affordable prices and fast delivery.',
  quantity: 'Quantity',
  register: 'Register',
  seeServices: 'See services',
  service: 'Service',
  typedIsKept: 'You register first. The order waits, filled in.',
});
