import { onlineManager } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { micros, type Nanos, nanos } from '#shared/money.ts';
import { session } from '../../../lib/session.ts';
import { queryClient } from '../../../lib/trpc.ts';
import { stubBrowser } from '../../../testing/browser-stubs.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { aService, loseAnswer, type PlaceInput, placed } from '../../../testing/orders.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import { aUser } from '../../../testing/users.ts';
import { OrderDialogHost } from '../order-dialog-host.tsx';

/** The orders sent to the fake server, and its response to each. */
const asked: PlaceInput[] = [];
let answer: (input: PlaceInput) => unknown;
let service: ReturnType<typeof aService>;
let balanceNanos: Nanos;
let isSessionEnded: boolean;

beforeEach(() => {
  asked.length = 0;
  service = aService();
  balanceNanos = nanos(10e9);
  isSessionEnded = false;
  answer = placed;
  startSignedIn(serve);
});
afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
});

test('an order is placed at the displayed price, once however often Submit is pressed', async () => {
  const finish = holdAnswer();
  await openAndFill();
  expect(screen.getByRole('heading', { name: 'Order for Page Likes' })).toBeDefined();
  expect(screen.getByText('#7')).toBeDefined();
  expect(screen.getByText('$0.15')).toBeDefined();
  await userEvent.dblClick(submit());
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ serviceId: 7, link: '@shop', quantity: 100, expectedChargeNanos: 150_000_000 });
  finish(() => placed(firstAsked()));
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(screen.getByText('Your service has been successfully purchased.')).toBeDefined();
  expect(screen.getByText('Service').nextElementSibling?.textContent).toBe('#7 Page Likes');
  expect(asked).toHaveLength(1);
  expect(sessionStorage.getItem('order-draft:1:7')).toBeNull();
});

test.each([
  ['was lost', loseAnswer, "The server can't be reached."],
  ['a busy server did not give, which may have charged', refuse('busy', 'The server is busy.'), 'The server is busy.'],
])(
  'a try whose response %s keeps its input, and is repeated with the same key after a reload',
  async (_why, lose, reason) => {
    answer = lose;
    await openAndFill();
    await userEvent.click(submit());
    expect(await screen.findByText('No answer came')).toBeDefined();
    const sentence = screen.getByText(/^#7 Page Likes: .* it still counts only once\.$/);
    expect(sentence.textContent).toContain(reason);
    expect(screen.queryByText('Order Failed')).toBeNull();
    await later();
    cleanup();

    answer = placed;
    open();
    expect(await screen.findByText('No answer came to your last try')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('@shop');
    await userEvent.click(submit());
    expect(await screen.findByText('Order Successful!')).toBeDefined();
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(asked[0]);
  },
);

test.each([
  { before: 'no', text: 'this was not sent, and nothing was charged. Log in to go on; your input is kept.' },
  {
    before: 'a lost',
    text: 'this try was not sent, but an earlier one may have arrived. Log in to see. Sent again, it still counts only once.',
  },
])('a refused session says so after $before try, and the order goes on after the login', async ({ before, text }) => {
  answer = loseAnswer;
  await openAndFill();
  if (before === 'a lost') {
    await userEvent.click(submit());
    await later();
  }
  answer = refuse('session_ended', 'Your session has ended. Please log in again.');
  await userEvent.click(submit());
  expect(await screen.findByText('Your session has ended')).toBeDefined();
  expect(screen.getByText(`#7 Page Likes: ${text}`)).toBeDefined();
  for (const wrong of ['No answer came', 'Order Failed']) expect(screen.queryByText(wrong)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  cleanup();

  answer = placed;
  session.start({ user: aUser(), tokens: { accessToken: 'another' } });
  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe('@shop');
  await userEvent.click(submit());
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  if (before === 'a lost') expect(asked.at(-1)).toEqual(asked[0]);
});

test.each([
  { outcome: 'a lost response', end: loseAnswer, reason: "The server can't be reached." },
  {
    outcome: 'a busy server, which may have charged,',
    end: refuse('busy', 'The server is busy.'),
    reason: 'The server is busy.',
  },
])('$outcome while the session ends says that it may have arrived, and how to see', async ({ end, reason }) => {
  const finish = holdAnswer();
  await openAndSubmit();
  await waitFor(() => expect(asked).toHaveLength(1));
  await endSessionByPoll();
  finish(end);
  expect(await screen.findByText('No answer came')).toBeDefined();
  const sentence = screen.getByText(/^#7 Page Likes: .* It may have arrived all the same\./);
  expect(sentence.textContent).toContain(reason);
  expect(sentence.textContent).toMatch(/ Your session has ended\. Log in to see\.$/);
  expect(screen.queryByText(/was not sent/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  cleanup();

  answer = placed;
  isSessionEnded = false;
  session.start({ user: aUser(), tokens: { accessToken: 'another' } });
  open();
  expect(await screen.findByText('No answer came to your last try')).toBeDefined();
  await userEvent.click(submit());
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked[1]).toEqual(asked[0]);
});

test('an order that is refused while the session ends says why', async () => {
  const finish = holdAnswer();
  await openAndSubmit();
  await waitFor(() => expect(asked).toHaveLength(1));
  await endSessionByPoll();
  finish(refuse('insufficient_balance', 'Insufficient balance.'));
  expect(await screen.findByText('Order Failed')).toBeDefined();
  expect(screen.getByText('#7 Page Likes: Insufficient balance.')).toBeDefined();
  expect(screen.queryByText('Your session has ended')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
});

test('a repetition in flight is stored with the key of the first try', async () => {
  answer = loseAnswer;
  await openAndSubmit();
  await later();
  const finish = holdAnswer();
  await userEvent.click(submit());
  await waitFor(() => expect(asked).toHaveLength(2));
  const { requestId } = firstAsked();
  expect(screen.queryByText('No answer came to your last try')).toBeNull();
  expect(JSON.parse(sessionStorage.getItem('unanswered:1') ?? '[]')).toMatchObject([{ requestId }]);
  finish(() => placed(firstAsked()));
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(sessionStorage.getItem('order-draft:1:7')).toBeNull();
});

test('an overload at the repetition says nothing about the first try, whose key is kept', async () => {
  answer = loseAnswer;
  await openAndSubmit();
  answer = refuse('too_many_requests', 'Too many requests.');
  await sendAgain();
  expect(await screen.findByText(/Too many requests\./)).toBeDefined();
  expect(screen.getByText('This try was refused')).toBeDefined();
  await later();
  cleanup();

  answer = placed;
  open();
  expect(await screen.findByText('No answer came to your last try')).toBeDefined();
  await userEvent.click(submit());
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked[2]).toEqual(asked[0]);
});

test('one click repeats an unanswered try with the same order and key, even if the dialog was closed', async () => {
  const finish = await sendAndLeave();
  answer = placed;
  finish(loseAnswer);
  await sendAgain();
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
  expect(sessionStorage.getItem('order-draft:1:7')).toBeNull();
  expect(sessionStorage.getItem('unanswered:1')).toBeNull();
});

test('a changed order after a successful try is not reported as failed', async () => {
  answer = loseAnswer;
  await openAndSubmit();
  await later();
  answer = refuse('idempotency_conflict', 'This key was used for something else.');
  await enterQuantity('200');
  await userEvent.click(submit());
  expect(await screen.findByText('Your earlier try did go through')).toBeDefined();
  expect(screen.queryByText('Order Failed')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
});

test('small quantities of a large range are one key apart, and announced as quantities', async () => {
  service = aService({ max: 100_000 });
  open();
  const slider = await screen.findByRole('slider', { name: 'Selected Quantity' });
  const told = () => ['min', 'now', 'max', 'text'].map((name) => slider.getAttribute(`aria-value${name}`));
  expect(told()).toEqual(['100', '100', '100000', '100']);
  slider.focus();
  for (const quantity of ['120', '150', '200']) {
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(quantityField().value).toBe(quantity));
  }
  await userEvent.keyboard('{End}');
  await waitFor(() => expect(told()).toEqual(['100', '100000', '100000', '100,000']));
  await userEvent.keyboard('{Home}');
  await enterQuantity('777');
  expect(told()).toEqual(['100', '777', '100000', '777']);
});

test.each([
  [95, 'usually 95 min, measured on 14 orders'],
  [8 * 60 + 20, 'usually 8 h, measured on 14 orders'],
  [4 * 24 * 60, 'usually 4 days, measured on 14 orders'],
])('a median of %d recent minutes is next to the average time', async (measuredMinutes, words) => {
  service = Object.assign(aService(), { measuredMinutes, measuredOn: 14 });
  open();
  expect(await screen.findByText('Avg. Time 12 hours')).toBeDefined();
  expect(screen.getByText(words, { exact: false })).toBeDefined();
});

test('common quantities are one click away', async () => {
  service = aService({ max: 100_000 });
  await openAndFill();
  await userEvent.click(screen.getByRole('button', { name: '5,000' }));
  expect(quantityField().value).toBe('5000');
  expect(screen.getByRole('button', { name: '5,000' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('$7.50')).toBeDefined();
});

test('a customer who closed the dialog gets a toast with the order, its charge and a link', async () => {
  const finish = await sendAndLeave();
  finish(() => placed(firstAsked()));
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(screen.getByText('Your service has been successfully purchased. #7 Page Likes: 100 for $0.15')).toBeDefined();
  expect(screen.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe('/dashboard/orders/42');
  expect(sessionStorage.getItem('order-draft:1:7')).toBeNull();
  expect(sessionStorage.getItem('unanswered:1')).toBeNull();
});

test('a customer who closed the dialog gets the error, with a link back to their input', async () => {
  const finish = await sendAndLeave();
  finish(() => {
    throw new Refusal('insufficient_balance', 'Insufficient balance.');
  });
  expect(await screen.findByText('#7 Page Likes: Insufficient balance.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Go back to it' }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/service?order=7'));
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('@shop');
  expect(screen.queryByText('No answer came to your last try')).toBeNull();
});

test('a dialog reopened before the response waits for the same order, and shows its outcome', async () => {
  const finish = holdAnswer();
  await openAndSubmit();
  await waitFor(() => expect(asked).toHaveLength(1));
  cleanup();
  open();
  expect(await screen.findByRole('button', { name: 'Processing…' })).toHaveProperty('disabled', true);
  finish(() => placed(firstAsked()));
  expect(await screen.findByText('Your service has been successfully purchased.')).toBeDefined();
  expect(asked).toHaveLength(1);
});

test('another user who signs in before the response sees nothing of it', async () => {
  const finish = await sendAndLeave();
  session.start({ user: aUser({ id: 2 }), tokens: { accessToken: 'another' } });
  finish(() => placed(firstAsked()));
  await waitFor(() => expect(sessionStorage.getItem('order-draft:1:7')).toBeNull());
  expect(screen.queryByText('Order Successful!')).toBeNull();
});

test('a changed price is displayed and charged only after a confirmation', async () => {
  answer = (input) => {
    if (input.expectedChargeNanos === 200_000_000) return placed(input);
    service = aService({ priceMicros: micros(2_000_000) });
    throw new Refusal('price_changed', undefined, {
      chargeNanos: nanos(200_000_000),
      priceMicros: micros(2_000_000),
    });
  };
  await openAndSubmit();
  expect(await screen.findByText('Price per 1000: $1.50 is now $2.00')).toBeDefined();
  expect(screen.getByText('$0.20')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Order Successful!')).toBeDefined();
});

test('changed limits are displayed, and apply', async () => {
  answer = () => {
    service = aService({ min: 500 });
    throw new Refusal('quantity_out_of_range', 'Quantity must be between 500 and 1000', { min: 500, max: 1000 });
  };
  await openAndSubmit();
  expect(await screen.findByText('Min: 100 is now 500')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Quantity must be between 500 and 1,000')).toBeDefined();
  expect(asked).toHaveLength(1);
});

test('with a low balance Add Balance takes the place of Submit in the foot, and stores the order', async () => {
  balanceNanos = nanos(50_000_000);
  open();
  expect(await screen.findByText('You need $0.10 more. Your order is kept here.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Add Balance' }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/addBalance');
  expect(JSON.parse(screen.getByTestId('state').textContent ?? '')).toEqual({ amountToAdd: '1' });
  expect(JSON.parse(sessionStorage.getItem('order-draft:1:7') ?? '')).toEqual({ link: '', quantity: '100' });
});

test('an unanswered order can be sent again, although it may be the reason for a low balance', async () => {
  answer = loseAnswer;
  await openAndSubmit();
  await later();
  balanceNanos = nanos(50_000_000);
  await act(async () => queryClient.refetchQueries({ queryKey: [['balance', 'get']] }));
  expect(await screen.findByText('You need $0.10 more. Your order is kept here.')).toBeDefined();
  answer = placed;
  await userEvent.click(submit());
  expect(await screen.findByText('Order Successful!')).toBeDefined();
});

test('a balance that turns out too low is displayed, with a link to Add Balance', async () => {
  answer = refuse('insufficient_balance', 'Insufficient balance.', { balanceNanos: nanos(50_000_000) });
  await openAndSubmit();
  expect(await screen.findByText('Insufficient balance.')).toBeDefined();
  // The response has arrived, so a reload must not ask again.
  expect(sessionStorage.getItem('unanswered:1')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Add Balance' }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard/addBalance'));
  expect(JSON.parse(screen.getByTestId('state').textContent ?? '')).toEqual({ amountToAdd: '1' });
  expect(sessionStorage.getItem('order-draft:1:7')).toContain('@shop');
});

test.each([
  ['Ctrl', '{Control>}{Enter>3/}{/Control}'],
  ['Cmd', '{Meta>}{Enter>3/}{/Meta}'],
])('Enter charges nothing, %s-Enter orders once, however long it is held down', async (_name, keys) => {
  await openAndFill();
  expect(submit().getAttribute('aria-keyshortcuts')).toBe('Control+Enter Meta+Enter');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(quantityField());
  await userEvent.keyboard('{Enter}{Enter}');
  expect(document.activeElement).toBe(quantityField());
  screen.getByLabelText('Link').focus();
  await userEvent.keyboard(keys);
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked).toHaveLength(1);
});

test.each([
  [
    'is too long, as it is and not cut',
    `https://example.com/${'a'.repeat(2101)}`,
    'The link must be at most 2048 characters',
  ],
  ['could run script', 'javascript:alert(1)', 'A link begins with https://, not with javascript:'],
])('a link that %s is refused before it is sent', async (_why, link, message) => {
  open();
  await userEvent.click(await screen.findByLabelText('Link'));
  await userEvent.paste(link);
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(link);
  await userEvent.click(submit());
  expect(await screen.findByText(message)).toBeDefined();
  expect(asked).toHaveLength(0);
});

test('a lost connection is displayed within the dialog', async () => {
  open();
  await screen.findByLabelText('Link');
  act(() => onlineManager.setOnline(false));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('You are offline. What you have filled in is kept.')).toBeDefined();
  act(() => onlineManager.setOnline(true));
  expect(dialog.queryByText(/You are offline/)).toBeNull();
});

test('Submit waits for a link, and Ctrl-Enter says so', async () => {
  open();
  const link = await screen.findByLabelText('Link');
  expect(submit()).toHaveProperty('disabled', true);
  expect(screen.getByText('Fill in the link to submit the order.').id).toBe(submit().getAttribute('aria-describedby'));
  await userEvent.type(link, '  {Control>}{Enter}{/Control}');
  expect(await screen.findByText('Link Required')).toBeDefined();
  expect(screen.getByText('Please provide a valid link before submitting.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
});

test.each([
  ['the link field with a mouse', true, () => screen.getByLabelText('Link')],
  ['the title on touch, so that no keyboard slides in', false, () => screen.getByText('Order for Page Likes')],
])('opening puts the focus on %s', async (_where, hasMouse, focused) => {
  stubBrowser(() => hasMouse);
  open();
  await screen.findByLabelText('Link');
  await waitFor(() => expect(document.activeElement).toBe(focused()));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(focused());
});

test('a quantity with commas or in Bengali digits is parsed correctly', async () => {
  service = aService({ max: 5000 });
  await openAndFill();
  await enterQuantity('1,500');
  expect(screen.getByText('$2.25')).toBeDefined();
  await enterQuantity('২০০০');
  expect(screen.getByText('$3.00')).toBeDefined();
  await userEvent.click(submit());
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked[0]).toMatchObject({ quantity: 2000, expectedChargeNanos: 3_000_000_000 });
});

test.each([
  ['1,000', '= 1,000'],
  ['1k', '= 1,000'],
  ['৫০০', '= 500'],
  ['500', null],
])('a quantity of "%s" is displayed as it is read: %s', async (typed, words) => {
  await openAndFill();
  await enterQuantity(typed);
  if (words === null) expect(screen.queryByText(/^= /)).toBeNull();
  else expect(quantityField().getAttribute('aria-describedby')).toContain(screen.getByText(words).parentElement?.id);
  expect(screen.getByText('Price').nextElementSibling?.textContent).toMatch(/^\$/);
});

test('a quantity with two readings is asked about, and one press answers', async () => {
  await openAndFill();
  await enterQuantity('1.000');
  await screen.findByText(/can be read in more than one way/);
  await userEvent.click(submit());
  expect(asked).toHaveLength(0);
  const values = screen.getAllByRole('button', { name: /^(1|1,000)$/ }).map((button) => button.textContent);
  expect(values).toEqual(['1', '1,000']);
  await userEvent.click(screen.getByRole('button', { name: '1,000' }));
  expect(quantityField().value).toBe('1000');
  expect(document.activeElement).toBe(quantityField());
  await waitFor(() => expect(screen.queryByText(/can be read/)).toBeNull());
  await userEvent.click(submit());
  expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked[0]).toMatchObject({ quantity: 1000 });
});

test.each([
  ['2.5', 'Quantity must be a whole number'],
  ['1.000', '“1.000” can be read in more than one way: write 1 or 1000'],
  ['-200', 'Quantity must be between 100 and 1,000'],
  ['99999999', 'Quantity must be between 100 and 1,000'],
  ['', 'Quantity is required'],
])('a quantity of "%s" is an error of the field and has no price', async (typed, message) => {
  await openAndFill();
  await enterQuantity(typed);
  expect(await screen.findByText(message)).toBeDefined();
  expect(quantityField().value).toBe(typed);
  expect(screen.getByText('Price').nextElementSibling?.textContent).toBe('–');
  expect(screen.getByText('Balance after').nextElementSibling?.textContent).toBe('–');
  await userEvent.click(submit());
  expect(document.activeElement).toBe(quantityField());
  expect(asked).toHaveLength(0);
});

test('visitors fill in the order, and sign in from its foot; the one who does finds it filled in', async () => {
  session.end('logout');
  await openAndFill();
  expect(screen.getByText('$0.15')).toBeDefined();
  expect(screen.queryByText('Balance')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  expect(screen.getByTestId('place').textContent).toBe('/register?mode=login&next=%2Fservice%3Forder%3D7');
  cleanup();
  session.start({ user: aUser(), tokens: { accessToken: 'mine' } });
  open();
  expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe('@shop');
  expect(asked).toHaveLength(0);
});

function refuse(...refusal: ConstructorParameters<typeof Refusal>) {
  return () => {
    throw new Refusal(...refusal);
  };
}

function open() {
  renderScreen(
    <>
      <Link to="/about">Leave</Link>
      <OrderDialogHost />
    </>,
    '/service?order=7',
  );
}

async function openAndFill() {
  open();
  await userEvent.click(await screen.findByLabelText('Link'));
  await userEvent.paste('@shop');
}

async function openAndSubmit() {
  await openAndFill();
  await userEvent.click(submit());
}

/** @returns the function that delivers the server's response */
async function sendAndLeave() {
  const finish = holdAnswer();
  await openAndSubmit();
  await waitFor(() => expect(asked).toHaveLength(1));
  await leave();
  return finish;
}

/** Like the back button; the dialog hides everything behind it. */
async function leave() {
  screen.getByRole('link', { name: 'Leave', hidden: true }).click();
  const dialog = screen.getByRole('dialog', { hidden: true });
  await waitFor(() => expect(dialog.getAttribute('data-state')).toBe('closed'));
}

/** The returned function delivers the server's response. */
function holdAnswer() {
  const held = Promise.withResolvers<() => unknown>();
  answer = async () => (await held.promise)();
  return held.resolve;
}

/** Like pasting over the previous value. */
async function enterQuantity(text: string) {
  await userEvent.clear(quantityField());
  await userEvent.click(quantityField());
  await userEvent.paste(text);
}

/** Closes an unanswered try for now. */
async function later() {
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }));
}

async function sendAgain() {
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
}

function quantityField() {
  return screen.getByLabelText<HTMLInputElement>('Quantity', { selector: 'input' });
}

function submit() {
  return screen.getByRole('button', { name: 'Submit' });
}

function firstAsked(): PlaceInput {
  const [first] = asked;
  if (!first) throw new Error('nothing was asked for');
  return first;
}

/** Another device has ended it, which the balance's poll finds out. */
async function endSessionByPoll() {
  isSessionEnded = true;
  await queryClient.invalidateQueries();
  await waitFor(() => expect(session.accessToken()).toBeNull());
}

function serve(name: string, input: object): unknown {
  if (name === 'services.get') return service;
  if (name === 'balance.get' && isSessionEnded) throw new Refusal('session_ended', 'Your session has ended.');
  if (name === 'balance.get') return { balanceNanos };
  if (name !== 'orders.place') throw new Error(`the dialog has no business with ${name}`);
  asked.push(input as PlaceInput);
  return answer(input as PlaceInput);
}

test.each([
  ['Order anyway', ['ask', 'confirmed']],
  ['Change the link', ['ask']],
])('a link that does not fit is asked about, and "%s" sends %j', async (press, sent) => {
  service = aService({ platform: 'instagram', kinds: ['post'] });
  answer = (input) => {
    if (input.fit === 'confirmed') return placed(input);
    return refuse('link_does_not_fit', 'It does not fit.', {
      read: { platform: 'tiktok', kind: 'video', key: '1' },
      expected: { platform: 'instagram', kinds: ['profile'] },
    })();
  };
  await openAndSubmit();
  expect(await screen.findByText(/TikTok, video.*Instagram, profile/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: press }));
  if (sent.length > 1) expect(await screen.findByText('Order Successful!')).toBeDefined();
  expect(asked.map(({ fit }) => fit)).toEqual(sent);
  expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
});

test.each([
  ['', /^For: Instagram, post\. Like https/],
  [
    'look: https://www.instagram.com/p/C0dEfGhIjKl/',
    /^Will be ordered: https:\/\/www\.instagram\.com\/p\/C0dEfGhIjKl\/$/,
  ],
  [
    'look: https://vm.tiktok.com/ZM8abcdef/',
    /^Will be ordered: https:\/\/vm\.tiktok\.com\/ZM8abcdef\/\nFor: Instagram, post/,
  ],
])(
  'under the link field, "%s" is shown as it will be ordered, with what the service takes if it does not fit',
  async (typed, note) => {
    service = aService({ platform: 'instagram', kinds: ['post'] });
    open();
    await userEvent.click(await screen.findByLabelText('Link'));
    if (typed) await userEvent.paste(typed);
    expect(await screen.findByText(note, { normalizer: (text) => text })).toBeDefined();
  },
);
