import { texts } from '../texts.ts';

/** The dialog in which a user confirms who they are. */
export const reauthenticationTexts = texts('reauthentication', {
  account: 'You are changing how a customer logs in.',
  confirm: 'Confirm',
  confirming: 'Confirming…',
  failed: 'Could not confirm',
  keys: 'You are making a key that acts for you.',
  methods: 'You are changing where customers pay.',
  money: 'You are moving a lot of money.',
  outgoing: 'You are releasing what a restore holds.',
  other: 'This step is protected.',
  password: 'Password',
  reversal: 'You are taking a recharge back.',
  role: 'You are changing who is an admin.',
  settings: 'You are changing a protected setting.',
  title: 'Confirm that it is you',
  tenMinutes: 'After this you are not asked again for ten minutes.',
  supplier: 'You are choosing where the shop buys.',
  webhooks: 'You are choosing where the shop sends your data.',
});
