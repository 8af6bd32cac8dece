import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { micros, nanos } from '#shared/money.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { aService, loseAnswer, type PlaceInput, placed } from '../../../testing/orders.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { OrderDialogHost } from '../order-dialog-host.tsx';

/** The order dialog of each type of service. */
const asked: PlaceInput[] = [];
let answer: (input: PlaceInput) => unknown;
let service: ReturnType<typeof aService>;

beforeEach(() => {
  asked.length = 0;
  answer = placed;
  startSignedIn((name, input) => {
    if (name === 'services.get') return service;
    if (name === 'balance.get') return { balanceNanos: nanos(10e9) };
    if (name !== 'orders.place') throw new Error(`the dialog has no business with ${name}`);
    asked.push(input as unknown as PlaceInput);
    return answer(input as unknown as PlaceInput);
  });
});

const written = 'Nice!\n\n   Love it  \r\n';

test.each<[ServiceType, { unit: string; price: string; fields: string[]; sent: object }]>([
  [
    'default',
    {
      unit: '$1.50 per 1000',
      price: '$0.15',
      fields: ['Quantity'],
      sent: { quantity: 100, expectedChargeNanos: 15e7 },
    },
  ],
  [
    'custom_comments',
    {
      unit: '$1.50 per 1000',
      price: '$0.003',
      fields: ['Comments, one a line'],
      sent: { comments: ['Nice!', 'Love it'], expectedChargeNanos: 3_000_000 },
    },
  ],
  ['package', { unit: '$1.50 a package', price: '$1.50', fields: [], sent: { expectedChargeNanos: 15e8 } }],
  [
    'custom_comments_package',
    {
      unit: '$1.50 a package',
      price: '$1.50',
      fields: ['Comments, one a line'],
      sent: { comments: ['Nice!', 'Love it'], expectedChargeNanos: 15e8 },
    },
  ],
])(
  'an order of the type %s has its fields, its price and nothing else',
  async (type, { unit, price, fields, sent }) => {
    service = aService({ type, ...(type === 'custom_comments' && { min: 2 }) });
    await openAndFill();
    expect(screen.getByRole('dialog').textContent).toContain(unit);
    expect(['Quantity', 'Comments, one a line'].filter((label) => screen.queryByLabelText(label))).toEqual(fields);
    if (fields.includes('Comments, one a line')) {
      write(written);
      expect(screen.getByText('2 comments')).toBeDefined();
    }
    expect(screen.getByText('Price').nextElementSibling?.textContent).toBe(price);
    await submit();
    expect(await screen.findByText('Order Successful!')).toBeDefined();
    const { requestId: _, ...input } = asked[0] ?? {};
    expect(input).toEqual({ serviceId: 7, link: '@shop', ...sent });
    expect(sessionStorage.getItem('order-draft:1:7')).toBeNull();
  },
);

test.each<[string, ServiceType, string, string]>([
  ['no comments', 'custom_comments', '\n  \n', 'Comments are required'],
  ['no comments for a package', 'custom_comments_package', '', 'Comments are required'],
  ['fewer than the least', 'custom_comments', 'one', 'This service takes 2 to 3 comments'],
  ['more than the most', 'custom_comments', 'a\nb\nc\nd', 'This service takes 2 to 3 comments'],
  ['more than an order has', 'custom_comments_package', 'a\n'.repeat(1001), 'An order has at most 1000 comments'],
  [
    'too long together',
    'custom_comments_package',
    'কমেন্ট'.repeat(3000),
    'The comments of an order are at most 48 kB together',
  ],
])('%s is an error of the field, and is not sent', async (_what, type, comments, message) => {
  service = aService({ type, ...(type === 'custom_comments' && { min: 2, max: 3 }) });
  await openAndFill();
  write(comments);
  await submit();
  expect(await screen.findByText(message)).toBeDefined();
  expect(commentsField().value).toBe(comments.replaceAll('\r', ''));
  expect(document.activeElement).toBe(commentsField());
  expect(asked).toHaveLength(0);
});

test('comments outlast a reload and a lost response, which is sent again with the same key', async () => {
  service = aService({ type: 'custom_comments', min: 1 });
  answer = loseAnswer;
  await openAndFill();
  write('Nice!\nLove it');
  await submit();
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  cleanup();
  answer = placed;
  open();
  expect(await screen.findByText('No answer came to your last try')).toBeDefined();
  expect(commentsField().value).toBe('Nice!\nLove it');
  await submit();
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[1]?.comments).toEqual(['Nice!', 'Love it']);
});

test.each<[ServiceType, ConstructorParameters<typeof Refusal>, string[]]>([
  [
    'package',
    ['quantity_out_of_range', 'A package is ordered once: leave the quantity out, or send 1', { min: 1, max: 1 }],
    ['The service is now ordered another way: fill in its new fields', 'Price: $1.50 per 1000 is now $1.50 a package'],
  ],
  [
    'custom_comments',
    ['comments_required', 'This service needs comments.', {}, { comments: ['This service needs comments.'] }],
    ['The service is now ordered another way: fill in its new fields'],
  ],
])(
  'a service that has become a %s is ordered with its new fields, after a confirmation',
  async (type, refusal, notes) => {
    service = aService();
    answer = () => {
      service = aService({ type, ...(type === 'custom_comments' && { min: 1 }) });
      throw new Refusal(...refusal);
    };
    await openAndFill();
    await submit();
    for (const note of notes) expect(await screen.findByText(note)).toBeDefined();
    expect(screen.queryByLabelText('Quantity')).toBeNull();
    if (type === 'custom_comments') write('Nice!');
    answer = placed;
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Order Successful!')).toBeDefined();
    expect(asked[1]).not.toHaveProperty('quantity');
    expect(asked[1]?.comments).toEqual(type === 'custom_comments' ? ['Nice!'] : undefined);
  },
);

test('the price of a package that has changed is named as such', async () => {
  service = aService({ type: 'package' });
  answer = () => {
    service = aService({ type: 'package', priceMicros: micros(2_000_000) });
    throw new Refusal('price_changed', undefined, { chargeNanos: nanos(2e9), priceMicros: micros(2_000_000) });
  };
  await openAndFill();
  await submit();
  expect(await screen.findByText('Price: $1.50 a package is now $2.00 a package')).toBeDefined();
});

test('the number of comments that the server refuses is an error of the comments', async () => {
  service = aService({ type: 'custom_comments', min: 1 });
  const message = 'This service takes 2 to 1000 comments';
  answer = () => {
    service = aService({ type: 'custom_comments', min: 2 });
    throw new Refusal('quantity_out_of_range', message, { min: 2, max: 1000 }, { quantity: [message] });
  };
  await openAndFill();
  write('Nice!');
  await submit();
  expect(await screen.findByText(message)).toBeDefined();
  expect(commentsField().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Min: 1 is now 2')).toBeDefined();
});

function open() {
  renderScreen(<OrderDialogHost />, '/service?order=7');
}

async function openAndFill() {
  open();
  await userEvent.click(await screen.findByLabelText('Link'));
  await userEvent.paste('@shop');
}

function commentsField() {
  return screen.getByLabelText<HTMLTextAreaElement>('Comments, one a line');
}

/** Pasted at once. */
function write(comments: string) {
  fireEvent.change(commentsField(), { target: { value: comments } });
}

async function submit() {
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
}
