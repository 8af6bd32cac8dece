import { texts } from '../../texts.ts';

/** What the message of a recharge says, and how far it agrees. */
export const rechargeMatchTexts = texts('rechargeMatches', {
  amount: 'amount',
  approveMatching: { one: 'Approve the one that matches, {total}', other: 'Approve the {count} that match, {total}' },
  balance: 'balance',
  heading: 'Message',
  id: 'id',
  message: 'message {amount}',
  messageFrom: 'message {amount} from {payer}',
  noBalance: 'balance not proved',
  otherAmount: 'amount {paid}, not {asked}',
  otherId: 'another id',
  otherPayer: 'another payer',
  payer: 'payer',
  whyItWaits: 'Why it waits',
});
