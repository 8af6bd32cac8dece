import type { TicketStatus } from '#shared/ticket-status.ts';
import { texts } from '../texts.ts';

/** The customer's tickets: the list, the form of a new one and the page of one. */
export const ticketTexts = texts('tickets', {
  about: 'What is it about?',
  aboutElse: 'Something else',
  aboutOrder: 'Order #{id}',
  aboutOrderOf: 'Order #{id}, {service}',
  aboutRecharge: 'Recharge #{id}',
  aboutRechargeOf: 'Recharge #{id}, {reference}',
  allTickets: 'All tickets',
  amount: 'Amount',
  charge: 'Charge',
  closed: 'Ticket closed',
  closeFailed: 'The ticket could not be closed',
  date: 'Date',
  heading: 'Support Tickets',
  headingText: 'Ask us about an order, a recharge or anything else. You are told by email when we have answered.',
  lastMessage: 'Last message',
  link: 'Link',
  look: 'Perhaps it is answered already',
  lookOrders: 'Order History',
  lookOrdersText: 'How far an order is, and why one failed.',
  lookRecharges: 'Recharge History',
  lookRechargesText: 'Whether a payment is confirmed, and why one was not.',
  lookNotices: 'Notices',
  lookNoticesText: 'What is slow today, and when the support rests.',
  message: 'Message',
  messages: 'Messages',
  method: 'Payment method',
  none: 'No tickets found',
  noneText: 'When something is unclear or not as it should be, write to us here.',
  notFound: 'Ticket not found',
  notFoundText: 'There is no such ticket among yours.',
  open: 'Open a ticket',
  opened: 'Ticket #{id} opened',
  openedText: 'We answer here, and tell you by email.',
  openFailed: 'The ticket could not be opened',
  openHeading: 'Open a Ticket',
  openText: 'Say what happened and what you expected. We answer in the ticket.',
  opening: 'Opening…',
  orders: 'Orders',
  paidTaka: 'Paid Taka',
  quantity: 'Quantity',
  recharges: 'Recharges',
  reference: 'Transaction ID',
  reopenFailed: 'The ticket could not be opened again',
  seeOpen: 'See the tickets that are open',
  service: 'Service',
  showAll: 'Show all tickets',
  status: 'Status',
  subject: 'Subject',
  subjectHint: 'In a few words',
  ticket: 'Ticket',
  ticketNumber: 'Ticket #{id}',
});

/** A ticket's messages and the reply form, for the customer and for admins. */
export const conversationTexts = texts('conversation', {
  charactersLeft: '{count} characters left',
  charactersTooMany: '{count} characters too many',
  closedText: 'This ticket is closed.',
  closeTicket: 'Close ticket',
  conversation: 'Conversation',
  customer: 'Customer',
  earlier: 'Show earlier messages',
  openAgain: 'Open it again',
  openAgainText: 'Something left? Open it again and write to us.',
  send: 'Send',
  sendFailed: 'The message could not be sent',
  sending: 'Sending…',
  support: 'Support',
  you: 'You',
  yourMessage: 'Your message',
});

/** Who has to act next. */
export const ticketStatusTexts = texts('ticketStatus', {
  open: 'Waiting',
  answered: 'Answered',
  closed: 'Closed',
} satisfies Record<TicketStatus, string>);

/** The link from an order or a recharge to the support. */
export const helpTexts = texts('help', {
  order: 'Get help with this order',
  recharge: 'Get help with this recharge',
  short: 'Get help',
});
