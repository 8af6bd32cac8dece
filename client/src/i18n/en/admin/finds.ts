import { texts } from '../../texts.ts';

/** What only admins find in the command palette. */
export const findsTexts = texts('finds', {
  admins: 'See admins',
  blockedUsers: 'See blocked users',
  changePrices: 'Change prices',
  changeServices: 'Change services',
  figures: 'Figures',
  giveBalance: 'Give balance to…',
  giveBalanceTo: 'Give balance to {user}',
  /** Typed into the field; the user's name follows. */
  giveTo: 'Give balance to ',
  hidden: 'hidden',
  importServices: 'Import services from a file',
  home: 'Texts of the home page',
  links: 'Links and videos',
  methods: 'Payment methods',
  moneyOfDays: 'Money from one day to another',
  moneyOfWeek: 'Money of the last 7 days',
  moneyToday: 'Money of today',
  pages: 'About, terms and refund policy',
  perPackage: '{price} a package',
  perThousand: '{price} per 1000',
  rate: 'Rate and fee',
  shop: 'Shop name, logo and colour',
  timeZone: 'Time zone',
});
