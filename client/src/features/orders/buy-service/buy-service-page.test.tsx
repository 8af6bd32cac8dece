import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { type Nanos, nanos } from '#shared/money.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { readOrderDraft } from '../../../lib/order-draft.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { aService, type PlaceInput, placed } from '../../../testing/orders.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import BuyServicePage from './buy-service-page.tsx';

const asked: PlaceInput[] = [];
const searches: object[] = [];
let type: ServiceType;
let balanceNanos: Nanos;
let answer: (input: PlaceInput) => unknown;

beforeEach(() => {
  asked.length = 0;
  searches.length = 0;
  type = 'default';
  balanceNanos = nanos(10e9);
  answer = placed;
  startSignedIn(serve);
});

test('before a service is chosen the hint has the widest limits, and Submit names each missing field', async () => {
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder');
  expect(screen.getByText('Min: 100 - Max: 2147483647')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Link is required')).toBeDefined();
  expect(screen.getByText('Quantity is required')).toBeDefined();
  const service = screen.getByRole('combobox', { name: 'Service Name' });
  expect(screen.getByText('Service name is required')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(service));
});

test('typed values stay when a service is chosen, and an order is placed by keyboard alone', async () => {
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder');
  await enter('Link', '@shop');
  await enter('Quantity', '2000');
  screen.getByRole('combobox', { name: 'Service Name' }).focus();
  await userEvent.paste('likes');
  await screen.findByRole('option', { name: /Page Likes/ });
  await waitFor(() => expect(searches.at(-1)).toMatchObject({ search: 'likes' }));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('Min: 100 - Max: 5000')).toBeDefined();
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/singleOrder?service=7');
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('@shop');
  expect(screen.getByLabelText<HTMLInputElement>('Charge').value).toBe('$3.00');
  screen.getByLabelText('Link').focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Quantity'));
  await userEvent.keyboard('{Enter}');
  expect(asked).toHaveLength(0);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(screen.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('/dashboard/orders/42');
  expect(asked).toMatchObject([{ serviceId: 7, link: '@shop', quantity: 2000, expectedChargeNanos: 3_000_000_000 }]);
});

test('the open list has the chosen service, even if it is not among the first ones', async () => {
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder?service=8');
  await screen.findByText('Min: 100 - Max: 5000');
  const input = screen.getByRole('combobox', { name: 'Service Name' });
  await userEvent.click(input);
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  const active = await waitFor(() => {
    const id = input.getAttribute('aria-activedescendant');
    expect(id).toBeTruthy();
    return document.getElementById(id ?? '');
  });
  expect(active?.textContent).toContain('#8');
});

test('after an order the form is empty, and the next one has its own key', async () => {
  await openChosen();
  for (const link of ['@one', '@two']) {
    await enter('Link', link);
    await enter('Quantity', '100');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(''));
  }
  expect(asked.map(({ link }) => link)).toEqual(['@one', '@two']);
  expect(asked[1]?.requestId).not.toBe(asked[0]?.requestId);
});

test('an incomplete form is not sent, and the charge is read-only', async () => {
  await openChosen();
  await enter('Quantity', '99');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Link is required')).toBeDefined();
  expect(screen.getByText('Quantity must be between 100 and 5,000')).toBeDefined();
  expect(screen.getByLabelText('Charge')).toHaveProperty('readOnly', true);
  expect(screen.getByLabelText<HTMLInputElement>('Charge').value).toBe('');
  expect(asked).toHaveLength(0);
});

test('a service that is no longer on sale is reported, and another one can be chosen', async () => {
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder?service=9');
  expect(await screen.findByText('This service is no longer available. Please choose another one.')).toBeDefined();
  expect(screen.getByText('Min: 100 - Max: 2147483647')).toBeDefined();
});

test('a number finds the service that has it', async () => {
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder');
  screen.getByRole('combobox', { name: 'Service Name' }).focus();
  await userEvent.paste('#12');
  await userEvent.click(await screen.findByRole('option', { name: /#12 Page Likes/ }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard/singleOrder?service=12'));
});

test('the draft is one: typed values follow the choice, outlast a reload, and are those of the order dialog', async () => {
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder');
  await enter('Link', '@shop');
  cleanup();
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder');
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('@shop');
  await userEvent.click(await screen.findByRole('button', { name: /#7 Page Likes/ }));
  await screen.findByText('Min: 100 - Max: 5000');
  await enter('Quantity', '200');
  expect(readOrderDraft({ userId: 1, serviceId: 7 })).toEqual({ link: '@shop', quantity: '200' });
  cleanup();

  renderScreen(<BuyServicePage />, '/dashboard/singleOrder');
  await screen.findByText('Min: 100 - Max: 5000');
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/singleOrder?service=7');
  expect(screen.getByLabelText<HTMLInputElement>('Quantity').value).toBe('200');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the service' }));
  await screen.findByText('Min: 100 - Max: 2147483647');
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('@shop');
  expect(readOrderDraft({ userId: 1, serviceId: 7 })).toBeNull();
});

test('the fields follow the type of the chosen service, and typed values stay for the next one', async () => {
  type = 'custom_comments_package';
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder?service=6');
  await screen.findByLabelText('Link');
  await enter('Link', '@shop');
  await enter('Comments, one a line', 'Nice!\nLove it');
  expect(screen.queryByLabelText('Quantity')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Charge').value).toBe('$0.003');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the service' }));
  await userEvent.click(await screen.findByRole('button', { name: /#7 Page Likes/ }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Charge').value).toBe('$1.50'));
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comments, one a line').value).toBe('Nice!\nLove it');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked).toMatchObject([{ comments: ['Nice!', 'Love it'], expectedChargeNanos: 1_500_000_000 }]);
  expect(asked[0]).not.toHaveProperty('quantity');
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Comments, one a line').value).toBe(''));
});

test('with a low balance Add Balance takes the place of Submit', async () => {
  balanceNanos = nanos(50_000_000);
  await openChosen();
  await enter('Quantity', '100');
  expect(await screen.findByText('You need $0.10 more. Your order is kept here.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Submit/ })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Add Balance' }));
  expect(JSON.parse(screen.getByTestId('state').textContent ?? '')).toEqual({ amountToAdd: '1' });
});

async function enter(label: string, text: string) {
  await userEvent.click(screen.getByLabelText(label));
  await userEvent.paste(text);
}

async function openChosen() {
  renderScreen(<BuyServicePage />, '/dashboard/singleOrder?service=7');
  await screen.findByText('Min: 100 - Max: 5000');
}

function offered() {
  return aService({ type, ...(type === 'default' ? { max: 5000 } : { min: 1 }) });
}

function serve(name: string, input: Record<string, unknown>): unknown {
  if (name === 'services.get' && input.id === 9) throw new Refusal('service_not_found');
  if (name === 'services.get')
    return { ...(input.id === 6 ? aService({ type: 'custom_comments', min: 1 }) : offered()), id: input.id };
  if (name === 'balance.get') return { balanceNanos };
  if (name === 'services.list') {
    searches.push(input);
    return { items: [offered()], nextCursor: null, total: 1 };
  }
  if (name !== 'orders.place') throw new Error(`the form has no business with ${name}`);
  asked.push(input as unknown as PlaceInput);
  return answer(input as unknown as PlaceInput);
}
