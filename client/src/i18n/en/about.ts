import { texts } from '../texts.ts';

/** The frame of About; its texts are settings of the shop. */
export const aboutTexts = texts('about', {
  contact: 'Contact',
  contactText: 'Something is unclear, or an order is not what it should be? Write to us.',
  contents: 'On this page',
  heading: 'About Us',
  refunds: 'Refund Policy',
  seeServices: 'See services',
  terms: 'Terms of Service',
});
