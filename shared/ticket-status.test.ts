import { expect, test } from 'vitest';
import {
  legalTicketActions,
  ticketActions,
  ticketStatusAfter,
  ticketStatuses,
  ticketStatusesFor,
  ticketWaitsFor,
} from './ticket-status.ts';

test('every action is legal somewhere, and every status is led out of', () => {
  for (const action of ticketActions) expect(ticketStatusesFor(action), action).not.toEqual([]);
  for (const status of ticketStatuses) {
    const leads = legalTicketActions[status].map((action) => ticketStatusAfter[action]);
    expect(
      leads.some((next) => next !== status),
      status,
    ).toBe(true);
  }
});

test('whoever has written waits for the other side', () => {
  expect(ticketWaitsFor[ticketStatusAfter.write]).toBe('admin');
  expect(ticketWaitsFor[ticketStatusAfter.answer]).toBe('customer');
  expect(ticketWaitsFor[ticketStatusAfter.close]).toBeNull();
});

test('a customer writes in any ticket but a closed one, which is opened again first', () => {
  expect(ticketStatusesFor('write')).toEqual(['open', 'answered']);
  expect(ticketStatusesFor('reopen')).toEqual(['closed']);
});
