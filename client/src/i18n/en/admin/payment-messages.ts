import type { Direction, EvidenceState } from '#shared/evidence.ts';
import { texts } from '../../texts.ts';

/** The page of providers' messages, and the list of them. */
export const messageTexts = texts('paymentMessages', {
  amount: 'Amount',
  balanceFailed: 'The balance could not be confirmed',
  balanceProved: 'Balance proved',
  balanceRight: 'This balance is right',
  balanceRightOf: 'This balance is right: {id}',
  balanceSure: 'Is this balance right?',
  balanceSureText:
    'Compare {balance} with the wallet of {phone}. The messages after this one are proved by it, and may credit requests. It can not be taken back, and every admin gets a mail.',
  balanceToast: 'The balance is confirmed',
  from: 'From',
  heading: 'Messages',
  headingText:
    'What bKash, Nagad and Rocket told the shop’s phones. What they credit by themselves is set under “Crediting”.',
  message: 'Message',
  none: 'No messages',
  noneText: 'Add a phone under “Phones”. What its app forwards is listed here, with what the panel reads in it.',
  phone: 'Phone',
  rechargeLink: 'Recharge {id}',
  search: 'Search messages',
  searchHint: 'Transaction ID, number or text',
  state: 'State',
  stored: 'Arrived',
  transactionId: 'Transaction ID',
});

export const evidenceStateTexts = texts('evidenceStates', {
  unclaimed: 'Unclaimed',
  used: 'Used',
  ignored: 'No payment',
  not_understood: 'Not understood',
  held: 'Held',
} satisfies Record<EvidenceState, string>);

/** Which methods are credited by messages. */
export const creditingTexts = texts('crediting', {
  contradictions: { one: '1 contradiction', other: '{count} contradictions' },
  decisions: '{done} of {needed} decisions, {credits} of them would have been credited',
  failed: 'The switch could not be changed',
  heading: 'Crediting',
  headingText:
    'What a message proves can be credited without a person. A method can be switched on once {needed} decisions of people agree with what the panel would have done.',
  limits: 'Limits and other rules',
  noContradiction: 'no contradiction',
  none: 'No payment methods',
  offSure: 'Stop crediting {method} by messages?',
  offSureText: 'All its requests wait for a person again. Every admin gets a mail.',
  off: 'Stop crediting',
  on: 'Credit by messages',
  onSure: 'Credit {method} by messages?',
  onSureText:
    'A request that a message proves is credited at once, without a person, within the limits of the settings; so are those that wait now. Every admin gets a mail.',
  progress: 'Decisions of {method}',
  switchedOff: '{method} is credited by people',
  switchedOn: '{method} is credited by messages',
});

/** Phones that forward messages. */
export const deviceTexts = texts('devices', {
  add: 'Add a phone',
  added: 'Phone added',
  adding: 'Adding…',
  address: 'Address',
  addressOf: 'address of {name}',
  addTitle: 'Add a phone',
  copyNow: 'The secret is shown once. Put it into the app now.',
  done: 'Done',
  failed: 'The phone could not be added',
  gatewaySteps: 'Webhooks: event sms:received and this address. Settings, Webhooks: this secret as signing key.',
  forwarderSteps: 'Sender *, this address. HMAC: this secret, header X-Signature.',
  heading: 'Phones',
  headingText: 'A free app on the phone forwards the SMS of bKash, Nagad and Rocket to the panel.',
  lastMessage: 'Last message',
  lastSign: 'Last sign of life',
  lost: 'No answer came. Look at the list before you try again.',
  methods: 'Payment methods',
  name: 'Name',
  nameHint: 'Such as “Shop phone”',
  never: 'never',
  none: 'No phone yet',
  noneText: 'With a phone that forwards the SMS of a provider, the panel reads who has paid.',
  qrCode: 'QR code with address and secret',
  revoke: 'Revoke',
  revoked: 'Revoked',
  revokedToast: 'The phone is revoked',
  revokeFailed: 'The phone could not be revoked',
  revokeOf: 'Revoke {name}',
  revokeSure: 'Revoke this phone?',
  revokeSureText: 'Nothing that {name} sends is taken any more. Its messages stay.',
  secretOf: 'secret of {name}',
  silent: 'Silent',
  sim: 'SIM {number}: number it receives for',
  simHint: 'Empty: every number of these methods',
  state: 'State',
  storeFirst: 'Put the secret into the app first',
  stored: 'Both are in the app',
  works: 'Works',
});

/** Wordings of messages. */
export const wordingTexts = texts('wordings', {
  add: 'Add a wording',
  addTitle: 'Add a wording',
  change: 'Change',
  changeOf: 'Change {kind} of {provider}',
  changeTitle: 'Change a wording',
  direction: 'Money',
  examples: 'Examples, with an empty line between two',
  examplesHint: 'Whole messages, as they came. Each has to be read by the wording.',
  failed: 'The wording could not be saved',
  heading: 'Wordings',
  headingText:
    'How the providers write. A message that none fits, or several, is not understood and counts for nothing.',
  kind: 'Kind',
  kindHint: 'Such as received or cash-in',
  none: 'No wordings',
  pattern: 'Wording',
  patternHint: 'The whole text, with {fields} where a message has its own. {memo} is what the payer wrote.',
  provider: 'Provider',
  save: 'Save',
  saved: 'The wording is saved, and what was not understood is read again',
  saving: 'Saving…',
  senders: 'Senders, with commas',
  sendersHint: 'Exactly as the phone shows them',
  trial: 'Of the last {tried} messages it reads {understood} that were not understood.',
  trialDoubled: '{count} would fit several wordings.',
  trialFailed: 'The wording could not be tried',
  tryIt: 'Try it on the last messages',
});

/** Statements of providers. */
export const statementTexts = texts('statements', {
  amount: 'Amount of money in',
  applied: '{count} payments added',
  apply: 'Apply: add {count} payments',
  at: 'Time',
  characters: '{count} characters',
  choose: 'Choose…',
  chooseFile: 'Choose a file',
  counts: '{added} new, {known} known, {skipped} without money in, {refused} not understood',
  failed: 'The statement could not be read',
  file: 'Statement as CSV',
  heading: 'Statements',
  intro:
    'A provider’s statement as CSV proves payments like its messages. Nothing is stored before you apply it; every admin is told by mail.',
  line: 'Line {line}',
  moreRefused: '{count} more lines are not understood.',
  noColumn: 'None',
  noText: 'This file is no text. Save it as CSV first.',
  orPaste: 'or drop it here, or paste its text',
  payer: 'Payer',
  preview: 'Preview',
  provider: 'Provider',
  reference: 'Transaction ID',
  text: 'Text of the statement',
  tooLong: 'The file must be at most 2 MB',
});

export const directionTexts = texts('directions', {
  in: 'A customer’s payment',
  'in-not-customer': 'In, no payment',
  out: 'Out',
  none: 'None',
} satisfies Record<Direction, string>);
