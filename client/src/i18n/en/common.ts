import type { Category } from '#shared/categories.ts';
import type { errorMessages } from '#shared/errors.ts';
import { texts } from '../texts.ts';

/** Texts that many screens share. */
export const commonTexts = texts('common', {
  all: 'All',
  allShown: 'All {count} shown',
  cancel: 'Cancel',
  clearSearch: 'Clear search',
  columns: 'Columns',
  contactByTicket: 'Write to us in a ticket. We answer there, and tell you by email.',
  contactByTicketLater: 'Log in, or register, and write to us in a ticket.',
  contactSeller: 'No chat or email is set up here. Please contact the seller directly.',
  copied: 'Copied',
  copy: 'Copy',
  copyWhat: 'Copy {what}',
  couldNotLoadMore: 'Could not load more',
  exportCsv: 'Export CSV',
  exportFailed: 'The file could not be downloaded',
  firstShown: 'First {count} shown',
  hide: 'Hide',
  loading: 'Loading…',
  loadMore: 'Load more',
  noConnection: 'No connection',
  oops: 'Oops...',
  opensInNewTab: 'opens in a new tab',
  openTicket: 'Open a ticket',
  optional: '(optional)',
  pageMissing: 'This did not load',
  pageMissingOffline: 'This is not on your device yet. It opens by itself as soon as the connection is back.',
  pageMissingText: 'Nothing you own is lost; try again in a moment.',
  printReceipt: 'Print receipt',
  receipt: '{product}, receipt for {name} ({email})',
  request: 'Request {id}',
  selectAllRows: 'Select all rows',
  selectRow: 'Select row {number}',
  show: 'Show',
  someShown: '{count} of {total}',
  sort: 'Sort by',
  supportChat: 'Support chat',
  tryAgain: 'Try again',
});

export const formatTexts = texts('format', {
  daysAgo: '{count} d ago',
  days: { one: '{count} day', other: '{count} days' },
  hours: { one: '{count} hour', other: '{count} hours' },
  hoursAgo: '{count} h ago',
  justNow: 'just now',
  minutes: '{count} min',
  minutesAgo: '{count} min ago',
  shortHours: '{count} h',
});

export const toastTexts = texts('toasts', {
  cancel: 'Cancel',
  dismiss: 'Dismiss notification',
  notConfirmed: 'Not confirmed',
  notConfirmedText: 'Not confirmed, so nothing was changed.',
  nothingChanged: 'Nothing was changed.',
  ok: 'OK',
});

/** The errors that the client reports by itself. All others come with the server's message. */
export const errorTexts = texts('errors', {
  amount_too_large: 'This amount is too large.',
  blocked: 'This account is blocked. Please contact support.',
  internal: 'Something went wrong on our side. Please try again.',
  offline: "The server can't be reached. Please check your connection and try again.",
  too_many_pending: 'You already have 5 pending recharges. Please wait until one is decided.',
} satisfies Partial<typeof errorMessages> & { offline: string });

export const categoryTexts = texts('categories', {
  feature: 'Feature',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  telegram: 'Telegram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  whatsapp: 'WhatsApp',
  snapchat: 'Snapchat',
} satisfies Record<Category, string>);
