import { texts } from '../texts.ts';

export const homeTexts = texts('home', {
  allServices: 'All services',
  from: 'from {min} · {time}',
  hero: 'The best panel for likes, followers and views',
  heroText: 'Top up once with Bkash, Nagad or Rocket. Order for any link in seconds. See every cent in your statement.',
  login: 'Login',
  per1000: 'per 1000',
  platforms: 'Platforms',
  pricesToday: 'Prices today',
  reasonDelivery: 'Fast delivery',
  reasonDeliveryText: 'Every service states its average time before you order.',
  reasonPrices: 'Affordable prices',
  reasonPricesText: 'Priced per 1000, charged to the exact fraction of a cent.',
  reasonSupport: '24/7 support',
  reasonSupportText: 'Somebody answers, at any hour of any day.',
  seeServices: 'See services',
  why: 'Why this panel',
});
