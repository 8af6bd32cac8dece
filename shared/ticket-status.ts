/** `open` waits for the support, `answered` for the customer. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Actions on a ticket: both sides write or close, the customer reopens. */
export const ticketActions = ['write', 'answer', 'close', 'reopen'] as const;
export type TicketAction = (typeof ticketActions)[number];

/** The status after each action: a customer's message waits for the support, and the other way round. */
export const ticketStatusAfter = {
  write: 'open',
  answer: 'answered',
  close: 'closed',
  reopen: 'open',
} as const satisfies Record<TicketAction, TicketStatus>;

/** The actions that each status allows. The server checks it, and the client shows the buttons by it. */
export const legalTicketActions: Record<TicketStatus, readonly TicketAction[]> = {
  open: ['write', 'answer', 'close'],
  answered: ['write', 'answer', 'close'],
  // A customer must reopen a ticket before writing, so that a settled one is not continued by accident.
  closed: ['answer', 'reopen'],
};

/** Every status that allows an action. */
export function ticketStatusesFor(action: TicketAction): TicketStatus[] {
  return ticketStatuses.filter((status) => legalTicketActions[status].includes(action));
}

/** Who has to act next. */
export const ticketWaitsFor = {
  open: 'admin',
  answered: 'customer',
  closed: null,
} as const satisfies Record<TicketStatus, 'admin' | 'customer' | null>;

/** How many tickets that are not closed a customer may have at a time. */
export const MAX_OPEN_TICKETS = 10;
