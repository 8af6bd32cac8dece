import { texts } from '../../texts.ts';

/** Texts that several of the admins' screens share. */
export const adminTexts = texts('admin', {
  actions: 'Actions',
  amount: 'Amount',
  balance: 'Balance',
  changeHides: 'What you typed will be lost.',
  clearSelection: 'Clear selection',
  customerSees: 'The customer sees it.',
  dropPicture: 'or drop or paste one',
  fileOf: '{label}: file',
  keepEditing: 'Keep editing',
  leave: 'Leave',
  leaveUnsaved: 'Leave without saving?',
  notFound: '{noun} not found',
  notProvided: 'Not provided',
  orders: 'Orders',
  reason: 'Reason',
  recharges: 'Recharges',
  removePicture: 'Remove',
  seeAll: 'See all {nouns}',
  service: 'Service',
  status: 'Status',
  thereIsNone: 'There is no {noun} with this number.',
  tickets: 'Tickets',
  uploadPicture: 'Upload a picture',
});
