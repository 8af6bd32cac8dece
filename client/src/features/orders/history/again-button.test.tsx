import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { readOrderDraft } from '../../../lib/order-draft.ts';
import { askableOrder } from '../../../testing/askable-order.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { AgainButton } from './again-button.tsx';

const order = askableOrder({ quantity: 2, comments: ['Nice!', 'Love it'] });
const draft = () => readOrderDraft({ userId: 1, serviceId: order.serviceId });

beforeEach(() => sessionStorage.clear());

test('an order of the list is ordered again with its comments', async () => {
  startSignedIn((name) => (name === 'orders.get' ? order : null));
  await press();
  await waitFor(() => expect(draft()).toEqual({ link: order.link, quantity: '2', comments: 'Nice!\nLove it' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Order again: / }));
});

test('without a response the dialog opens with the values of the list', async () => {
  startSignedIn(() => {
    throw new Refusal('not_found');
  });
  await press();
  await waitFor(() => expect(draft()).toEqual({ link: order.link, quantity: '2' }));
});

test('a customer who leaves the page before the response stays where they went', async () => {
  const response = Promise.withResolvers<typeof order>();
  startSignedIn((name) => (name === 'orders.get' ? response.promise : null));
  const { unmount } = await press();
  unmount();
  await act(async () => {
    response.resolve(order);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(draft()).toBeNull();
});

async function press() {
  const { user: _, ...listed } = { ...order, user: undefined };
  const screenOf = renderScreen(<AgainButton order={listed} />);
  await userEvent.click(screen.getByRole('button', { name: /^Order again: / }));
  return screenOf;
}
