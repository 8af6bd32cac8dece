import { texts } from '../texts.ts';

/** Sending the money and entering the receipt's number. */
export const paymentTexts = texts('payment', {
  changeAmount: 'Change amount',
  dial: 'Dial',
  dollarAmount: 'dollar amount',
  dollars: 'Amount in dollars',
  earlierArrived:
    'Your earlier try has arrived after all. Please look at your recharge history before you send another.',
  enterReference: 'Enter the transaction ID to go on.',
  failed: 'Balance request Failed',
  heading: 'Payment',
  headingText: 'Send the money, then enter the transaction ID from the receipt.',
  languageOfSteps: 'Language of the steps',
  loading: 'Loading…',
  newTotal: 'The total is now {now} instead of {before}. Do you want to request it with the new total?',
  notNow: 'Not now',
  posted: 'Balance request Posted Successfully',
  processing: 'Processing…',
  qrCode: 'QR code: {recipient}',
  rateChanged: 'The rate has changed',
  recipient: 'Recipient',
  recipientCopied: 'recipient',
  recipientNumber: 'Recipient number',
  recipientNumberCopied: 'recipient number',
  reference: 'Transaction ID',
  referenceHint: 'From the confirmation message, such as 9A7BC2D4EF.',
  requestWith: 'Request with {total}',
  sample: 'This is a sample',
  sampleCode: 'The code to scan stands here once the shop has put in its own recipient.',
  sampleText:
    'The recipient is not real: send no money. To see how it goes on, enter any transaction ID, such as TEST1234.',
  scanOrCopy: 'Scan or copy',
  scanThis:
    'Open {name}, scan this code and send the amount. Then enter the transaction ID from {name}’s receipt on this page and press VERIFY.',
  seeRecharges: 'See your recharges',
  sendMoney: 'Send Money',
  taka: 'Amount in taka',
  takaAmount: 'taka amount',
  ussdCode: 'USSD code',
  verify: 'VERIFY',
  weCompare: 'We compare it with the payment and add {amount} to your balance.',
});
