import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aRequest, askableOrder, blockedBy, possible } from '../../testing/askable-order.ts';
import { type Answer, Refusal } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import TicketPage from './ticket-page.tsx';

const at = '2026-02-01T10:00:00.000Z';
const ticket = {
  id: 3,
  subject: 'Likes are gone',
  status: 'answered',
  waitingFor: 'customer',
  orderId: 42,
  rechargeId: null,
  messageCount: 1,
  lastMessageAt: at,
  createdAt: at,
  messages: [{ seq: 1, by: 'customer', byName: 'karim', message: 'Please refill', at }],
  nextCursor: null,
};
const askable = { refill: possible, cancel: blockedBy('status'), speed_up: blockedBy('status') };

test('a ticket about an order offers the possible requests above the reply', async () => {
  const server = vi.fn<Answer>((name) => {
    if (name === 'tickets.get') return ticket;
    if (name === 'orders.get') return askableOrder({ status: 'completed', askable });
    if (name === 'orders.request') return aRequest();
    throw new Refusal('not_found');
  });
  startSignedIn(server);
  renderScreen(<TicketPage />, '/dashboard/tickets/3', '/dashboard/tickets/:id');
  const offer = within(await screen.findByRole('region', { name: 'Requests' }));
  expect(offer.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  await userEvent.click(offer.getByRole('button', { name: 'Refill' }));
  expect(await screen.findByText('Requested: Refill')).toBeDefined();
  expect(server).toHaveBeenCalledWith('orders.request', expect.objectContaining({ id: 42, kind: 'refill' }));
});
