import { texts } from '../texts.ts';

/** What is said of an order or a payment whose screen the customer has left. */
export const moneyActionTexts = texts('moneyActions', {
  again: 'If it did arrive, sending it again charges nothing a second time.',
  close: 'Close',
  goBack: 'Go back to it',
  later: 'Later',
  look: 'Look at it',
  noAnswer: 'No answer has come yet',
  noAnswerText: 'The page was loaded again while this was on its way: {what}. Open it to see what became of it.',
});
