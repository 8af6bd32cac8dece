import { expect, test } from 'vitest';
import {
  legalTicketActions,
  ticketActions,
  ticketStatusAfter,
  ticketStatuses,
  ticketStatusesFor,
  ticketWaitsFor,
} from './ticket-status.ts';

test('every action is legal in some status, and every status has an exit', () => {
  for (const action of ticketActions) expect(ticketStatusesFor(action), action).not.toEqual([]);
  for (const status of ticketStatuses) {
    const leads = legalTicketActions[status].map((action) => ticketStatusAfter[action]);
    expect(
      leads.some((next) => next !== status),
      status,
    ).toBe(true);
  }
});

test('after a message the ticket waits for the other side', () => {
  expect(ticketWaitsFor[ticketStatusAfter.write]).toBe('admin');
  expect(ticketWaitsFor[ticketStatusAfter.answer]).toBe('customer');
  expect(ticketWaitsFor[ticketStatusAfter.close]).toBeNull();
});

test('a customer writes in any ticket except a closed one, which must be reopened first', () => {
  expect(ticketStatusesFor('write')).toEqual(['open', 'answered']);
  expect(ticketStatusesFor('reopen')).toEqual(['closed']);
});
