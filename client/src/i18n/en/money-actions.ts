import { texts } from '../texts.ts';

/** Messages about an order or a payment without a response, or whose screen was closed. */
export const moneyActionTexts = texts('moneyActions', {
  close: 'Close',
  goBack: 'Go back to it',
  later: 'Later',
  look: 'Look at it',
  lost: 'No answer came',
  lostText: '{what}: {reason} It may have arrived all the same. Sent again, it still counts only once.',
  noAnswer: 'No answer has come yet',
  noAnswerText: 'The page was loaded again while this was on its way: {what}. Open it to see what became of it.',
  sendAgain: 'Send again',
  sessionOver: 'Your session has ended',
  sessionOverLostText:
    '{what}: this try was not sent, but an earlier one may have arrived. Log in to see. Sent again, it still counts only once.',
  sessionOverText: '{what}: this was not sent, and nothing was charged. Log in to go on; your input is kept.',
  turnedAway: 'This try was refused',
});
