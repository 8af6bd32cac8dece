import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { asAdmin } from '../testing/as-admin.ts';
import { Refusal } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser } from '../testing/users.ts';
import { readError } from './errors.ts';
import { session } from './session.ts';
import { directClient, mutateWhileLeaving } from './trpc.ts';

/** Whether the session may do what is protected. */
let isConfirmed: boolean;
/** The response to the next entry; null accepts it. */
let refusal: Refusal | null;
let sent: { name: string; input: object }[];
/** The next decision is refused, as it was sent before the user confirmed, but its response is late. */
let late: Promise<void> | null;
/** Calls that were answered with success. */
let done: object[];
const PROTECTED = ['admin.users.giveBalance', 'admin.recharges.decide'];

beforeEach(() => {
  isConfirmed = false;
  refusal = null;
  late = null;
  sent = [];
  done = [];
});
asAdmin(serve);

function serve(name: string, input: Record<string, unknown>): unknown {
  sent.push({ name, input });
  if (name === 'auth.reauthenticate') {
    if (refusal) throw refusal;
    isConfirmed = true;
    return { ok: true };
  }
  if (!PROTECTED.includes(name)) return { items: [], nextCursor: null };
  const unconfirmed = new Refusal('reauthentication_required', 'Please confirm.', { confirmBy: 'password' });
  if (late && name === 'admin.recharges.decide') {
    const response = late.then(() => Promise.reject(unconfirmed));
    late = null;
    return response;
  }
  if (!isConfirmed) throw unconfirmed;
  done.push(input);
  return { balanceNanos: 0 };
}

/** A call of each kind; each resolves to `done` or to the refusal's message. */
const give = (requestId: string) =>
  outcome(directClient.admin.users.giveBalance.mutate({ id: 2, amountNanos: nanos(150e9), requestId }));
const approve = () => outcome(mutateWhileLeaving('admin.recharges.decide', { id: 7, decision: 'approve' }));
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => readError(error).message,
  );

const KEYS = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002'] as const;
const NOT_CONFIRMED = 'Not confirmed, so nothing was changed.';

const question = async () => within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const enter = async (text: string) => {
  const dialog = await question();
  dialog.getByLabelText(/^(Password|Code)$/).focus();
  await userEvent.paste(text);
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
};

test('calls that are refused together share one question, and each is sent once more, unchanged', async () => {
  renderScreen(null);
  const calls = [give(KEYS[0]), give(KEYS[1]), approve()];
  await question();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(done).toEqual([]);
  await enter('my password');
  expect(await Promise.all(calls)).toEqual(['done', 'done', 'done']);
  expect(sent.filter(({ name }) => name === 'auth.reauthenticate')).toEqual([
    { name: 'auth.reauthenticate', input: { password: 'my password' } },
  ]);
  for (const path of PROTECTED) {
    const inputs = sent.filter(({ name }) => name === path).map(({ input }) => input);
    const tries = inputs.slice(0, inputs.length / 2);
    expect(inputs.slice(tries.length)).toEqual(tries);
  }
  expect(done).toHaveLength(3);
  await isClosed();
});

test('a refusal that is late, after the user has confirmed, asks nothing', async () => {
  renderScreen(null);
  let respond = () => {};
  late = new Promise((resolve) => {
    respond = resolve;
  });
  const [first, second] = [give(KEYS[0]), approve()];
  await enter('my password');
  expect(await first).toBe('done');
  await isClosed();
  respond();
  expect(await second).toBe('done');
  expect(sent.filter(({ name }) => name === 'auth.reauthenticate')).toHaveLength(1);
});

test('canceled, each caller gets the refusal, nothing is repeated, and the next call asks again', async () => {
  renderScreen(null);
  const calls = [give(KEYS[0]), approve()];
  await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(await Promise.all(calls)).toEqual([NOT_CONFIRMED, NOT_CONFIRMED]);
  expect(sent.map(({ name }) => name).toSorted()).toEqual(PROTECTED.toSorted());
  await isClosed();
  const next = give(KEYS[0]);
  await enter('my password');
  expect(await next).toBe('done');
});

test.each([
  ['wrong_password', 'The current password is not right.'],
  ['too_many_requests', 'Too many attempts. Please try again in 4 minutes.'],
  ['busy', 'The server is busy.'],
] as const)('%s is said in the question, which stays open', async (code, message) => {
  renderScreen(null);
  const call = give(KEYS[0]);
  refusal = new Refusal(code, message);
  await enter('my password');
  expect(await (await question()).findByText(message)).toBeDefined();
  expect(done).toEqual([]);
  refusal = null;
  await userEvent.click((await question()).getByRole('button', { name: 'Confirm' }));
  expect(await call).toBe('done');
});

test('a second factor that was turned on in the meantime changes the question to its code', async () => {
  renderScreen(null);
  const call = give(KEYS[0]);
  refusal = new Refusal('bad_input', 'Enter the code of your authenticator app instead.', { confirmBy: 'code' });
  await enter('my password');
  expect(await (await question()).findByLabelText('Code')).toMatchObject({ value: '', autocomplete: 'one-time-code' });
  refusal = null;
  await enter('123 456');
  expect(await call).toBe('done');
  expect(sent).toContainEqual({ name: 'auth.reauthenticate', input: { code: '123456' } });
});

test('the question and what is typed in it survive a new token; another user of the browser ends it', async () => {
  renderScreen(null);
  const call = give(KEYS[0]);
  const field = (await question()).getByLabelText<HTMLInputElement>('Password');
  field.focus();
  await userEvent.paste('my pass');
  const { user } = session.get();
  if (user) session.start({ user, tokens: { accessToken: 'newer' } });
  expect(field).toMatchObject({ value: 'my pass', isConnected: true });
  session.start({ user: aUser({ id: 99, role: 'admin' }), tokens: { accessToken: 'theirs' } });
  expect(await call).toBe(NOT_CONFIRMED);
  expect(sent).toHaveLength(1);
  await isClosed();
});
