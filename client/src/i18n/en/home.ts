import { texts } from '../texts.ts';

/** The first screens of the home page. */
export const homeTexts = texts('home', {
  allServices: 'All services',
  chat: 'Chat with us',
  from: 'from {min} · {time}',
  link: 'Link',
  login: 'Login',
  orderFor: 'Order for {service}',
  per1000: 'per 1000',
  picture: 'A picture of an order in this panel: a link, a quantity and its price',
  placed: 'Order Successful!',
  platforms: 'Platforms',
  price: 'Price',
  pricesToday: 'Prices today',
  quantity: 'Quantity',
  seeServices: 'See services',
  steps: 'Processing → Completed',
  submit: 'Submit',
});
