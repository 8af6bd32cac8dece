import { z } from 'zod';
import { id, requestId } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { pageInput, pageOf, searchText } from './paging.ts';
import { text } from './text.ts';
import { ticketStatuses } from './ticket-status.ts';

const subject = text({
  missing: 'Subject is required',
  max: [120, 'Subject must be at most 120 characters'],
  form: [isOneLine, 'Subject must be one line, without control characters'],
});
export const MAX_MESSAGE_LENGTH = 4000;
const message = text({
  missing: 'Message is required',
  max: [MAX_MESSAGE_LENGTH, `Message must be at most ${MAX_MESSAGE_LENGTH} characters`],
});

export const openTicketInput = z.strictObject({
  subject,
  message,
  /** The ticket's subject: an order or a recharge of the customer. */
  orderId: id.optional(),
  rechargeId: id.optional(),
  requestId: requestId.optional(),
});
export type OpenTicketInput = z.output<typeof openTicketInput>;

export const replyToTicketInput = z.strictObject({ id, message, requestId: requestId.optional() });
/** The reply form of a ticket. */
export const typedReply = replyToTicketInput.pick({ message: true });
export type ReplyToTicketInput = z.output<typeof replyToTicketInput>;

export const ticketIdInput = z.strictObject({ id });

/** A ticket as its customer sees it. */
export const ticketOut = z.object({
  id,
  subject: z.string(),
  status: z.enum(ticketStatuses),
  /** Who has to act next; null for a closed ticket. */
  waitingFor: z.enum(['admin', 'customer']).nullable(),
  orderId: id.nullable(),
  rechargeId: id.nullable(),
  messageCount: z.int(),
  lastMessageAt: z.date(),
  createdAt: z.date(),
});
export type TicketOut = z.output<typeof ticketOut>;

export const ticketListInput = pageInput.extend({ status: z.enum(ticketStatuses).optional() });
export type TicketListInput = z.output<typeof ticketListInput>;
export const ticketPage = pageOf(ticketOut);
export type TicketPage = z.output<typeof ticketPage>;

const ticketMessageOut = z.object({
  /** The message's number in the ticket, from 1 and without gaps. */
  seq: z.int(),
  by: z.enum(['customer', 'admin']),
  /** The author's user name; an admin's is null for customers. */
  byName: z.string().nullable(),
  message: z.string(),
  at: z.date(),
});
export type TicketMessage = z.output<typeof ticketMessageOut>;

/** The newest messages; with a cursor, the ones before it. */
export const getTicketInput = pageInput.extend({ id, limit: pageInput.shape.limit.unwrap().default(100) });
export type GetTicketInput = z.output<typeof getTicketInput>;

const messages = {
  /** Oldest first. */
  messages: z.array(ticketMessageOut),
  /** Cursor for earlier messages; null if there are none. */
  nextCursor: z.string().nullable(),
};
export const ticketWithMessages = ticketOut.extend(messages);
export type TicketWithMessages = z.output<typeof ticketWithMessages>;

export const adminTicket = ticketOut.extend({ user: z.object({ id, userName: z.string(), name: z.string() }) });
export type AdminTicket = z.output<typeof adminTicket>;
export const adminTicketWithMessages = adminTicket.extend(messages);
export type AdminTicketWithMessages = z.output<typeof adminTicketWithMessages>;

export const adminTicketListInput = ticketListInput.extend({
  search: searchText,
  userId: id.optional(),
  /** Only tickets that the caller was the last admin to answer. */
  mine: z.boolean().optional(),
  /** Longest waiting first, as a queue is worked off; otherwise the latest message first. */
  oldestFirst: z.boolean().default(false),
});
export type AdminTicketListInput = z.output<typeof adminTicketListInput>;
export const adminTicketPage = pageOf(adminTicket).extend({
  /** How many tickets wait for an admin, independent of the filter. */
  waiting: z.int(),
});
export type AdminTicketPage = z.output<typeof adminTicketPage>;

/** The ticket to open after another one. */
export const nextTicketOut = z.object({
  /** Null if no other ticket waits. */
  id: id.nullable(),
  /** How many other tickets wait for an admin. */
  waiting: z.int(),
});
export type NextTicket = z.output<typeof nextTicketOut>;
