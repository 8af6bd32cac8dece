import { texts } from '../texts.ts';

/** The pages for an unknown address and for a page of admins. */
export const lostTexts = texts('lost', {
  aboutText: 'Prices, delivery, terms and refunds',
  addBalanceText: 'Methods, amounts and the total in taka',
  goHome: 'Go to the home page',
  goToDashboard: 'Go to your dashboard',
  loggedInAs: 'You are logged in as {userName}.',
  notAllowedText: 'This page is for administrators. If you need it, ask one to change your role.',
  notFoundText: 'There is nothing at this address. It may have moved, or it was mistyped.',
  ordersText: 'The status of each order',
  perhaps: 'Perhaps you are looking for',
  servicesText: 'Prices, limits and times of all services',
  ticketsText: 'Your questions and our answers',
});
