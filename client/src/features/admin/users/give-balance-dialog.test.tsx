import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { errorMessages } from '#shared/errors.ts';
import { nanos } from '#shared/money.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import GiveBalanceDialog from './give-balance-dialog.tsx';

/** The customer's balance in nano-dollars. */
let balance: number;
/** The outcome of the next call: success, success with a lost response, or an error. */
let outcome: 'done' | 'lost' | Refusal;
let sent: { requestId: string }[];
const onClose = vi.fn<() => void>();

beforeEach(() => {
  sessionStorage.clear();
  balance = 5e9;
  outcome = 'done';
  sent = [];
  onClose.mockReset();
});
asAdmin(serve);

function serve(name: string, input: Record<string, unknown>): unknown {
  if (name !== 'admin.users.giveBalance') return { items: [], nextCursor: null };
  const call = input as { requestId: string; amountNanos: number };
  sent.push(call);
  if (outcome instanceof Refusal) throw outcome;
  if (sent.findIndex(({ requestId }) => requestId === call.requestId) === sent.length - 1) balance += call.amountNanos;
  if (outcome === 'lost') throw new TypeError('Failed to fetch');
  return { balanceNanos: balance };
}

function open() {
  cleanup();
  document.body.innerHTML = '';
  const user = { id: 2, name: 'Karim', balanceNanos: nanos(balance) };
  renderScreen(<GiveBalanceDialog user={user} onClose={onClose} />, '/');
}

async function fill(amount: string, reason: string) {
  await userEvent.type(screen.getByLabelText('Amount'), amount);
  await userEvent.type(screen.getByLabelText(/Reason/), reason);
}

/** There is no response, which the dialog shows without calling it a failure. */
async function sendUnanswered(button: string, reason: RegExp) {
  await userEvent.click(screen.getByRole('button', { name: button }));
  const told = await screen.findByRole('alert');
  expect(within(told).getByText('No answer came to your last try')).toBeDefined();
  expect(await within(told).findByText(reason)).toBeDefined();
  expect(screen.queryByText(/^Failed to/)).toBeNull();
}

const NOT_REACHED = /The server can't be reached/;

test('a grant without a response is kept, and sent again with its key after the dialog was closed', async () => {
  outcome = 'lost';
  open();
  await fill('2.50', 'For the delay');
  await sendUnanswered('Submit', NOT_REACHED);

  open();
  expect(screen.getByLabelText<HTMLInputElement>('Amount')).toMatchObject({ value: '2.50', readOnly: true });
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Reason/)).toMatchObject({
    value: 'For the delay',
    readOnly: true,
  });
  outcome = 'done';
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
  expect(balance).toBe(7.5e9);

  open();
  expect(screen.getByLabelText<HTMLInputElement>('Amount')).toMatchObject({ value: '', readOnly: false });
});

test('Enter in the amount moves to the reason and sends nothing; Ctrl-Enter sends', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Amount'), '2{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText(/Reason/));
  expect(sent).toHaveLength(0);
  await userEvent.keyboard('For the delay{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveLength(1);
});

test('taking back a whole balance without a response can be repeated', async () => {
  outcome = 'lost';
  open();
  await fill('-5', 'By mistake');
  await sendUnanswered('Submit', NOT_REACHED);
  expect(balance).toBe(0);

  open();
  outcome = 'done';
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(balance).toBe(0);
});

test('a repeated gift is told in the words of the panel, and nothing was given', async () => {
  outcome = new Refusal('repeated_gift', errorMessages.repeated_gift);
  open();
  await fill('2', 'Again');
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Failed to add balance')).toBeDefined();
  expect(await screen.findByText(/You gave this user the same amount less than a minute ago/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(balance).toBe(5e9);
});

test('an overload at the second try leaves the first one unknown; a refusal resolves it', async () => {
  outcome = 'lost';
  open();
  await fill('2', 'Again');
  await sendUnanswered('Submit', NOT_REACHED);
  outcome = new Refusal('too_many_requests', 'Wait a moment.');
  await sendUnanswered('Send again', /Wait a moment\./);
  expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined();

  outcome = new Refusal('amount_too_large', 'Too much for one balance.');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Failed to add balance')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(await screen.findByRole('button', { name: 'Submit' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Amount')).toMatchObject({ value: '2', readOnly: false });
  open();
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('');
});
