/** `open` waits for the support, `answered` for the customer. */
export const ticketStatuses = ['open', 'answered', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Actions on a ticket: both sides write in it or close it, the customer opens it again. */
export const ticketActions = ['write', 'answer', 'close', 'reopen'] as const;
export type TicketAction = (typeof ticketActions)[number];

/** Where each action leads: the customer's word to the support, the support's word to the customer. */
export const ticketStatusAfter = {
  write: 'open',
  answer: 'answered',
  close: 'closed',
  reopen: 'open',
} as const satisfies Record<TicketAction, TicketStatus>;

/** Which actions a ticket's status admits; read by the server and by the buttons alike. */
export const legalTicketActions: Record<TicketStatus, readonly TicketAction[]> = {
  open: ['write', 'answer', 'close'],
  answered: ['write', 'answer', 'close'],
  // A customer opens it again before writing, so that a settled ticket is not continued by accident.
  closed: ['answer', 'reopen'],
};

/** Every status that admits an action. */
export function ticketStatusesFor(action: TicketAction): TicketStatus[] {
  return ticketStatuses.filter((status) => legalTicketActions[status].includes(action));
}

/** Whose turn it is. */
export const ticketWaitsFor = {
  open: 'admin',
  answered: 'customer',
  closed: null,
} as const satisfies Record<TicketStatus, 'admin' | 'customer' | null>;

/** How many tickets that are not closed a customer may have at a time. */
export const MAX_OPEN_TICKETS = 10;
