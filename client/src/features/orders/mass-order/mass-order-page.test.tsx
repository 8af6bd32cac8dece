import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Nanos, nanos } from '#shared/money.ts';
import type { OrderLine } from '#shared/order-lines.ts';
import { quantityOf, ruleOf, type ServiceType } from '#shared/service-types.ts';
import { switchTo } from '../../../i18n/switch-language.ts';
import { session } from '../../../lib/session.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { aService, loseAnswer } from '../../../testing/orders.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aUser } from '../../../testing/users.ts';
import MassOrderPage from './mass-order-page.tsx';

interface PlaceInput {
  lines: (OrderLine & { expectedChargeNanos: Nanos })[];
  requestId: string;
}

const asked: PlaceInput[] = [];
const checked: OrderLine[][] = [];
let answer: (input: PlaceInput) => unknown;

beforeEach(() => {
  asked.length = 0;
  checked.length = 0;
  answer = placed;
  startSignedIn(serve);
  // Only visible rows are rendered, and in jsdom nothing has a size.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await switchTo('en');
});

test('each line shows its charge or its problem at its number, and the total of valid ones', async () => {
  open();
  type('7 | @shop | 100\n\n8 | @gone | 100\nhello\n7 | @shop | 200');
  expect(await row('1')).toHaveProperty('textContent', expect.stringContaining('$0.10'));
  expect((await row('3')).textContent).toContain('This service is no longer available.');
  expect((await row('4')).textContent).toContain('Write it as service id | link | quantity');
  expect((await row('5')).textContent).toContain('Same link as line 1');
  expect((await row('1')).textContent).toContain('#7 Page Likes');
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('$0.30');
  expect(screen.getByText('Balance after').nextElementSibling?.textContent).toBe('$9.70');
  expect(screen.getByRole('button', { name: 'Place 2 orders' })).toHaveProperty('disabled', false);
  expect(screen.getByText('2 lines are not ordered and stay in the box.')).toBeDefined();
  expect(asked).toHaveLength(0);
});

test.each<[line: string, link: string, quantity: number, note: string | null]>([
  ['7 | @shop | 100', '@shop', 100, null],
  ['7\t@shop\t1,000', '@shop', 1000, null],
  ['7, @shop, 1000', '@shop', 1000, null],
  ['7 | 1000 | https://t.me/shopbd', 'https://t.me/shopbd', 1000, 'service 7, https://t.me/shopbd, 1,000'],
  ['https://t.me/shopbd\t1000\t#7', 'https://t.me/shopbd', 1000, 'service 7, https://t.me/shopbd, 1,000'],
  // No service has the number 8: it is the quantity.
  ['https://t.me/shopbd;8;7', 'https://t.me/shopbd', 8, 'service 7, https://t.me/shopbd, 8'],
])(
  '%j is ordered as it is read, and the list says where the columns were in another order',
  async (line, ...expected) => {
    const [link, quantity, note] = expected;
    open();
    type(line);
    const submit = await screen.findByRole('button', { name: 'Place 1 order' });
    const shown = (await row('1')).textContent;
    if (note === null) expect(shown).not.toContain('Read as');
    else expect(shown).toContain(`Read as: ${note}`);
    await userEvent.click(submit);
    await screen.findByRole('heading', { name: '1 of 1 orders placed' });
    expect(asked[0]?.lines).toMatchObject([{ serviceId: 7, link, quantity }]);
  },
);

test.each<[line: string, problem: string, choices: string[], chosen: string]>([
  [
    '7 | @shop | 1.000',
    '“1.000” can be read in more than one way: write 1 or 1000',
    ['#7 Page Likes, @shop, 1', '#7 Page Likes, @shop, 1,000'],
    '7 | @shop | 1000',
  ],
  ['8 | @shop | 7', 'This service is no longer available.', ['#7 Page Likes, @shop, 8'], '7 | @shop | 8'],
  [
    'https://t.me/shopbd | 7 | 9',
    'Which number is the service? Write # before it',
    ['#7 Page Likes, https://t.me/shopbd, 9', '#9 Page Likes, https://t.me/shopbd, 7'],
    '9 | https://t.me/shopbd | 7',
  ],
  [
    '2 | @post | Nice / Wow',
    'Are these several comments? Write | between them',
    ['#2 Page Likes, @post, 2 comments', '#2 Page Likes, @post, 1 comment'],
    '2 | @post | Nice / Wow | 1',
  ],
])('%j is asked about and not sent; a press on a reading writes that into the box', async (line, problem, ...rest) => {
  const [choices, chosen] = rest;
  const last = choices.at(-1) ?? '';
  open();
  type(`7 | @other | 100\n${line}`);
  await screen.findByRole('button', { name: last });
  const asks = await row('2');
  expect(asks.textContent).toContain(problem);
  const buttons = within(asks).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(choices);
  await userEvent.click(await screen.findByRole('button', { name: 'Place 1 order' }));
  await screen.findByRole('heading', { name: '1 of 1 orders placed' });
  expect(asked[0]?.lines).toMatchObject([{ link: '@other' }]);
  expect(box().value).toBe(line);
  const list = within(screen.getByRole('region', { name: 'Lines and what they cost' }));
  await waitFor(() => expect(list.getByRole('listitem').querySelector('p')?.textContent).toBe('1'));
  await userEvent.click(await list.findByRole('button', { name: last }));
  expect(box().value).toBe(chosen);
  expect(await screen.findByRole('button', { name: 'Place 1 order' })).toHaveProperty('disabled', false);
});

test('faulty lines stand first, and a press leads to the first of them in the box', async () => {
  open();
  type('7 | @shop | 100\n8 | @gone | 100\n7 | @other | 100\n7 | example | 1.000');
  await userEvent.click(await screen.findByRole('button', { name: '2 lines to mend' }));
  expect(document.activeElement).toBe(box());
  expect(box().value.slice(box().selectionStart, box().selectionEnd)).toBe('8 | @gone | 100');
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
    '2',
    '4',
    '1',
    '3',
  ]);
});

test('a server of the version before, which does not know `fit`, checks and places the lines all the same', async () => {
  startSignedIn((name: string, input: Record<string, unknown>) => {
    if ('fit' in input) throw new Refusal('bad_input', 'Bad', {}, { fit: ['This field is not known here'] });
    return serve(name, input);
  });
  open();
  type('7 | @shop | 100\n7 | @other | 100');
  await userEvent.click(await screen.findByRole('button', { name: 'Place 2 orders' }));
  await screen.findByRole('heading', { name: '2 of 2 orders placed' });
  expect(asked).toMatchObject([{ lines: [{ link: '@shop' }, { link: '@other' }] }]);
});

test('an open order of the same service and link is linked', async () => {
  open();
  type('7 | @running | 100');
  expect((await row('1')).textContent).toContain('Order #41 for the same link is still open');
  expect(screen.getByRole('link', { name: 'Order #41' }).getAttribute('href')).toBe('/dashboard/orders/41');
  expect(screen.getByRole('button', { name: 'Place 1 order' })).toHaveProperty('disabled', false);
});

test('a link that does not fit is ordered only when the customer says so, until the line is edited', async () => {
  open();
  const line = `7 | ${MISFIT} | 100`;
  type(`7 | ${SHORT} | 100`);
  expect((await row('1')).textContent).toContain('You gave: TikTok, short link. #7 Page Likes is for: Facebook, page.');
  type(line);
  expect((await row('1')).textContent).toContain(
    'You gave: TikTok, video. #7 Page Likes is for: Facebook, page. A wrong link can’t be refunded.',
  );
  const orderAnyway = { name: 'Order anyway' };
  await userEvent.click(screen.getByRole('button', orderAnyway));
  await screen.findByRole('button', { name: 'Place 1 order' });
  type(`${line}0`);
  await screen.findByRole('button', orderAnyway);
  type(line);
  await userEvent.click(await screen.findByRole('button', orderAnyway));
  answer = loseAnswer;
  await userEvent.click(await screen.findByRole('button', { name: 'Place 1 order' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  answer = placed;
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  await screen.findByRole('heading', { name: '1 of 1 orders placed' });
  expect(asked[0]).toMatchObject({ fit: 'ask', lines: [{ link: MISFIT, quantity: 100, fit: 'confirmed' }] });
  expect(asked[1]).toEqual(asked[0]);
});

test('problems of lines are in the language of the reader', async () => {
  await switchTo('bn');
  open();
  const lines = ['7 | @shop | 1.000', '7 | https://t.me/a https://t.me/b | 100', '7 | @shop | many'];
  fireEvent.change(screen.getByLabelText('অর্ডার, প্রতি লাইনে একটি'), { target: { value: lines.join('\n') } });
  await screen.findByText('“১.০০০” একাধিকভাবে পড়া যায়: ১ বা ১০০০ লিখুন');
  await screen.findByText('এখানে দুটি লিংক আছে, কোনটি? https://t.me/a না https://t.me/b');
  await screen.findByText('এভাবে লিখুন: সার্ভিস আইডি | লিংক | পরিমাণ');
});

test("a line never shows another line's charge while it is checked itself", async () => {
  open();
  type('7 | @shop | 100');
  expect((await row('1')).textContent).toContain('$0.10');
  type('9 | @another | 100');
  const [line] = screen.getAllByRole('listitem');
  await waitFor(() => expect(line?.textContent).toContain('#9'));
  expect(line?.textContent).not.toContain('$0.10');
  expect(screen.getByText('Total').nextElementSibling?.textContent).toBe('$0.00');
  expect(await screen.findByRole('button', { name: 'Place 1 order' })).toBeDefined();
});

test('Submit places checked lines at the displayed charges; placed ones leave the box, others stay', async () => {
  open();
  type('7 | @shop | 100\nhello\n7 | @refused | 200');
  await userEvent.click(await screen.findByRole('button', { name: 'Place 2 orders' }));
  expect(await screen.findByRole('heading', { name: '1 of 2 orders placed' })).toBeDefined();
  expect(asked[0]?.lines).toEqual([
    { serviceId: 7, link: '@shop', quantity: 100, expectedChargeNanos: 100_000_000 },
    { serviceId: 7, link: '@refused', quantity: 200, expectedChargeNanos: 200_000_000 },
  ]);
  expect(box().value).toBe('hello\n7 | @refused | 200');
  const order = screen.getByRole('link', { name: 'Order #1' });
  expect(order.getAttribute('href')).toBe('/dashboard/orders/1');
  expect(order.closest('[role=listitem]')?.textContent).toContain('#7 Page Likes@shop100');
  expect(screen.getByText('Insufficient balance. Please add balance and try again.')).toBeDefined();
  expect(await screen.findByText('1 order for $0.10. 1 line was refused and is still in the box.')).toBeDefined();
});

test('a line is parsed by the type of its service, which the check finds out; its comments are ordered', async () => {
  open();
  // A comment that looks like a quantity, and a link alone, which may be a package.
  type('2 | @post | Nice! | 100\n3 | @page\n7 | @page\n2 | @post');
  expect((await row('1')).textContent).toContain('$0.002');
  expect((await row('1')).textContent).toContain('@post2');
  expect((await row('2')).textContent).toContain('$1.00');
  expect((await row('3')).textContent).toContain('Write it as service id | link | quantity');
  expect((await row('4')).textContent).toContain('Write it as service id | link | comment | comment');
  expect(checked).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Place 2 orders' }));
  expect(await screen.findByRole('heading', { name: '2 of 2 orders placed' })).toBeDefined();
  expect(asked[0]?.lines).toEqual([
    { serviceId: 2, link: '@post', comments: ['Nice!', '100'], expectedChargeNanos: 2_000_000 },
    { serviceId: 3, link: '@page', expectedChargeNanos: 1_000_000_000 },
  ]);
  expect(screen.getByRole('link', { name: 'Order #1' }).closest('[role=listitem]')?.textContent).toContain('@post2');
});

test('a try without a response is sent again unchanged, with the same key, also after a reload', async () => {
  answer = loseAnswer;
  open();
  type('7 | @shop | 100');
  await userEvent.click(await screen.findByRole('button', { name: 'Place 1 order' }));
  expect(await screen.findByText('No answer came')).toBeDefined();
  expect(screen.queryByText('Order Failed')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  cleanup();

  answer = () => {
    throw new Refusal('too_many_requests', 'Too many requests.');
  };
  open();
  expect(await screen.findByText('No answer came to your last try')).toBeDefined();
  expect(box()).toHaveProperty('readOnly', true);
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  cleanup();

  answer = placed;
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByRole('heading', { name: '1 of 1 orders placed' })).toBeDefined();
  expect(asked).toHaveLength(3);
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[2]).toEqual(asked[0]);
  expect(box().value).toBe('');
});

test('a try that a busy server gave up, which may have been charged, is sent again with the same key', async () => {
  answer = () => {
    throw new Refusal('busy', 'The server is busy.');
  };
  open();
  type('7 | @shop | 100');
  await userEvent.click(await screen.findByRole('button', { name: 'Place 1 order' }));
  await screen.findByText('No answer came');
  answer = placed;
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(await screen.findByRole('heading', { name: '1 of 1 orders placed' })).toBeDefined();
  expect(asked[1]).toEqual(asked[0]);
});

test('a customer who left the page gets a toast with a link to the results', async () => {
  const held = Promise.withResolvers<void>();
  answer = async (input) => {
    await held.promise;
    return placed(input);
  };
  open();
  type('7 | @shop | 100\n7 | @other | 200');
  await userEvent.click(await screen.findByRole('button', { name: 'Place 2 orders' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  await userEvent.click(screen.getByRole('link', { name: 'Leave' }));
  held.resolve();
  expect(await screen.findByText('2 orders for $0.30.')).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'See the results' }));
  expect(await screen.findByRole('heading', { name: '2 of 2 orders placed' })).toBeDefined();
});

test('a service is found by name and inserted into the current line, and Ctrl-Enter places checked lines', async () => {
  open();
  await pick();
  expect(box()).toHaveProperty('value', '7 |  | 100');
  await waitFor(() => expect(document.activeElement).toBe(box()));
  await userEvent.paste('@shop');
  await userEvent.keyboard('{End}');
  await screen.findByRole('button', { name: 'Place 1 order' });
  await pick();
  expect(box().value).toBe('7 | @shop | 100\n7 |  | 100');
  await waitFor(() => expect(document.activeElement).toBe(box()));
  await userEvent.paste('@other');
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Place 2 orders' });
  expect(asked).toHaveLength(0);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('heading', { name: '2 of 2 orders placed' })).toBeDefined();
  expect(asked[0]?.lines.map(({ quantity }) => quantity)).toEqual([100, 100]);
});

test('more than 500 lines are neither checked nor sent, and 500 are displayed with few rendered rows', async () => {
  open();
  const lines = Array.from({ length: 501 }, (_, at) => `7 | @shop${at} | 100`);
  type(lines.join('\n'));
  expect(await screen.findByText('501 lines are too many: at most 500 can be sent together.')).toBeDefined();
  expect(checked).toHaveLength(0);
  type(lines.slice(1).join('\n'));
  expect(await screen.findByRole('button', { name: 'Place 500 orders' })).toHaveProperty('disabled', false);
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40);
});

test('a failed check is reported, and repeated', async () => {
  let isReached = false;
  startSignedIn((name, input) => {
    if (name === 'orders.checkMany' && !isReached) throw new Refusal('too_many_requests', 'Too many attempts.');
    return serve(name, input);
  });
  open();
  type('7 | @shop | 100');
  expect(await screen.findByText('The lines could not be checked')).toBeDefined();
  isReached = true;
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByRole('button', { name: 'Place 1 order' })).toHaveProperty('disabled', false);
});

test('the lines outlast the tab, and a tab that was closed before the answer is mentioned until they change', async () => {
  answer = loseAnswer;
  open();
  type('7 | @shop | 100');
  await userEvent.click(await screen.findByRole('button', { name: 'Place 1 order' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
  cleanup();
  sessionStorage.clear();

  answer = placed;
  open();
  expect(box().value).toBe('7 | @shop | 100');
  expect(screen.getByText('These lines were sent before')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Look into your order history first.' })).toBeDefined();
  type('7 | @another | 100');
  expect(screen.queryByText('These lines were sent before')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Place 1 order' }));
  await screen.findByRole('heading', { name: '1 of 1 orders placed' });
  cleanup();
  sessionStorage.clear();
  open();
  expect(box().value).toBe('');
  expect(screen.queryByText('These lines were sent before')).toBeNull();
});

test.each([
  { tries: 'one try', before: [], isMentioned: false },
  { tries: 'a repetition of a lost one', before: [loseAnswer], isMentioned: true },
])(
  'lines whose $tries an ended session refuses are mentioned in another tab: $isMentioned',
  async ({ before, isMentioned }) => {
    open();
    type('7 | @shop | 100');
    await screen.findByRole('button', { name: 'Place 1 order' });
    for (answer of before) {
      await userEvent.click(screen.getByRole('button', { name: 'Place 1 order' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
    }
    answer = () => {
      throw new Refusal('session_ended', 'Your session has ended.');
    };
    await userEvent.click(await screen.findByRole('button', { name: /^Place 1 order$|^Send again$/ }));
    expect(await screen.findByText('Your session has ended')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    cleanup();
    sessionStorage.clear();

    session.start({ user: aUser(), tokens: { accessToken: 'another' } });
    open();
    expect(box().value).toBe('7 | @shop | 100');
    expect(screen.queryByText('These lines were sent before') !== null).toBe(isMentioned);
  },
);

test('with a low balance Add Balance is the prominent button, and the lines can still be placed one by one', async () => {
  startSignedIn((name, input) => (name === 'balance.get' ? { balanceNanos: nanos(50_000_000) } : serve(name, input)));
  open();
  type('7 | @shop | 100');
  expect(await screen.findByText('You need $0.05 more. Your order is kept here.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add Balance' }).getAttribute('href')).toBe('/dashboard/addBalance');
  expect(screen.getByRole('button', { name: 'Place 1 order' })).toHaveProperty('disabled', false);
});

function open() {
  renderScreen(
    <>
      <Link to="/about">Leave</Link>
      <MassOrderPage />
    </>,
    '/dashboard/massOrder',
    '/dashboard/massOrder',
  );
}

/** Pasted at once. */
function type(text: string) {
  fireEvent.change(box(), { target: { value: text } });
}

function box() {
  return screen.getByLabelText<HTMLTextAreaElement>('Orders, one a line');
}

async function pick() {
  await userEvent.click(screen.getByRole('combobox', { name: 'Find a service' }));
  await userEvent.click(await screen.findByRole('option', { name: /#7 Page Likes/ }));
}

/** The row of a line once it was checked. */
async function row(number: string): Promise<HTMLElement> {
  const shown = await waitFor(() => {
    const found = screen.getAllByRole('listitem').find((item) => item.querySelector('p')?.textContent === number);
    expect(found?.textContent).not.toContain('…');
    return found;
  });
  if (!shown) throw new Error(`no row ${number}`);
  return shown;
}

function serve(name: string, input: Record<string, unknown>): unknown {
  if (name === 'balance.get') return { balanceNanos: nanos(10e9) };
  if (name === 'services.list') return { items: [aService()], nextCursor: null, total: 1 };
  if (name === 'orders.checkMany') return check(input as unknown as { lines: OrderLine[] });
  if (name !== 'orders.placeMany') throw new Error(`the page has no business with ${name}`);
  asked.push(input as unknown as PlaceInput);
  return answer(input as unknown as PlaceInput);
}

const SHORT = 'https://vt.tiktok.com/ZSabc123/';
const MISFIT = 'https://www.tiktok.com/@shop/video/7123456789012345678';

const types: Partial<Record<number, ServiceType>> = { 2: 'custom_comments', 3: 'package' };

/** $1 per 1000, or per package; service 8 does not exist. */
function check({ lines }: { lines: OrderLine[] }) {
  checked.push(lines);
  let totalNanos = 0;
  const judged = lines.map(({ serviceId, link, quantity: entered, comments, fit }, index) => {
    const serviceType = types[serviceId] ?? 'default';
    const quantity = quantityOf(serviceType, entered, comments?.length ?? 0) ?? 0;
    if (Boolean(comments) !== ruleOf(serviceType).takesComments || quantity === 0)
      return {
        index,
        type: serviceType,
        serviceName: 'Page Likes',
        domainCode: 'bad_input',
        message: 'It is of another type.',
      };
    const { per } = ruleOf(serviceType);
    if (serviceId === 8)
      return { index, domainCode: 'service_not_found', message: 'This service is no longer available.' };
    if ((link === MISFIT || link === SHORT) && fit !== 'confirmed')
      return {
        index,
        type: serviceType,
        serviceName: 'Page Likes',
        domainCode: 'link_does_not_fit',
        message: 'This link does not fit the service.',
        details: {
          read: { platform: 'tiktok', kind: link === SHORT ? 'unknown' : 'video', key: '7123456789012345678' },
          expected: { platform: 'facebook', kinds: ['page'] },
        },
      };
    const first = lines.findIndex((line) => line.link === link);
    const chargeNanos = quantity * 1_000_000 * (1000 / per);
    totalNanos += chargeNanos;
    return {
      index,
      serviceName: 'Page Likes',
      type: serviceType,
      chargeNanos,
      ...(first < index && { duplicateOf: first }),
      ...(link === '@running' && { runningOrder: 41 }),
    };
  });
  return { lines: judged, totalNanos, balanceNanos: 10e9 };
}

function placed({ lines }: PlaceInput) {
  const results = lines.map(({ link, quantity, comments, serviceId, expectedChargeNanos }, index) =>
    link === '@refused'
      ? {
          index,
          domainCode: 'insufficient_balance',
          message: 'Insufficient balance. Please add balance and try again.',
        }
      : {
          index,
          order: {
            id: index + 1,
            serviceId,
            serviceName: 'Page Likes',
            link,
            quantity: quantity ?? comments?.length ?? 1,
            chargeNanos: expectedChargeNanos,
          },
        },
  );
  return { results, balanceNanos: 9e9 };
}
