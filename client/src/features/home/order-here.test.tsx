import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { keepOrderDraft } from '../../lib/order-draft.ts';
import { aService } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import OrderHere from './order-here.tsx';

beforeEach(() =>
  startSignedIn((name) => (name === 'services.get' ? aService() : { balanceNanos: nanos(10_000_000_000) })),
);

test('a link in the URL fills in the order', async () => {
  open();
  await waitFor(() => expect(filledIn()).toEqual(['@new', '300']));
});

test.each([
  ['Use the new link', ['@new', '300']],
  ['Keep mine', ['@mine', '200']],
])('a link typed before is replaced only after a question: "%s"', async (decision, expected) => {
  keepOrderDraft({ userId: 1, serviceId: 7 }, { link: '@mine', quantity: '200' });
  open();
  expect(await screen.findByText('Its link is @mine. Use @new instead?')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: decision }));
  await waitFor(() => expect(filledIn()).toEqual(expected));
});

function open() {
  renderScreen(<OrderHere />, '/?order=7&link=%40new&quantity=300');
}

function filledIn(): (string | undefined)[] {
  return ['Link', 'Quantity'].map((label) => screen.queryByLabelText<HTMLInputElement>(label)?.value);
}
