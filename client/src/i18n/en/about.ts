import { texts } from '../texts.ts';

export const aboutTexts = texts('about', {
  conclusion: 'Conclusion',
  conclusionText: 'One balance, one list of services, and every dollar accounted for.',
  delivery: 'Fast Delivery',
  deliveryText:
    'An order is placed at any hour and reaches us at once. Each service names its average time, so that you know beforehand what to expect of it.',
  heading: 'About Us',
  interface: 'User-Friendly Interface',
  interfaceText:
    'A link and a quantity are all an order needs. Your history shows where each order stands, and your statement every movement of your balance.',
  intro:
    '{product} sells social-media services: likes, followers, views, comments and shares. You top up a balance once, in taka, and order from it for any link, as often as you like.',
  pricing: 'Affordable Pricing',
  pricingText:
    'Every service has one price per 1000, shown before you order. You pay for exactly the quantity you choose, to the fraction of a cent, and nothing is added on top.',
  refunds: 'Refund Policy',
  seeServices: 'See services',
  support: 'Excellent Customer Support',
  supportText: 'Something is unclear, or an order is not what it should be? Ask us by email, live chat or ticket.',
  terms: 'Terms of Service',
});
