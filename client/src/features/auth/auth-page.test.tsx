import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../lib/session.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { Refusal, stubServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { aUser } from '../../testing/users.ts';
import AuthPage from './auth-page.tsx';

/** The login of a user with a second factor. */
const PASSWORD = 'correct horse battery';
const wrong = 'This code is not right, or was used before. Enter the next one.';
const tooMany = 'Too many attempts. Please try again in 4 minutes.';

/** The inputs of the logins. */
let asked: Record<string, unknown>[];
/** The refusal of a code. */
let refusal: Refusal | null;

beforeEach(async () => {
  session.end('logout');
  stubBrowser(() => true);
  asked = [];
  refusal = null;
  stubServer((name, input) => {
    if (name !== 'auth.login') return { timeZone: 'Asia/Dhaka' };
    asked.push(input);
    if (input.code === undefined) throw new Refusal('second_factor_required');
    if (refusal) throw refusal;
    return { user: aUser(), tokens: { accessToken: 'token' } };
  });
  renderScreen(<AuthPage />, '/register?mode=login&next=%2Fdashboard%2Ftickets%2F7');
  await userEvent.type(screen.getByLabelText('Username'), 'rahim');
  await userEvent.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
  await screen.findByRole('heading', { name: 'Enter the code' });
});

const field = () => screen.getByLabelText<HTMLInputElement>(/^(Code|Recovery code)$/);

test('the code is asked for in place, and the login returns to where the visitor wanted to go', async () => {
  expect(document.activeElement).toBe(field());
  expect([field().inputMode, field().autocomplete]).toEqual(['numeric', 'one-time-code']);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(PASSWORD);
  await userEvent.type(field(), '123 456{Enter}');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard/tickets/7'));
  expect(asked).toEqual([
    { userName: 'rahim', password: PASSWORD },
    { userName: 'rahim', password: PASSWORD, code: '123456' },
  ]);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(PASSWORD);
});

test('a recovery code does as well, and its field takes letters', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  expect([field().inputMode, field().autocomplete]).toEqual(['text', 'off']);
  await userEvent.type(field(), 'abcd-efgh{Enter}');
  await waitFor(() => expect(session.accessToken()).toBe('token'));
  expect(asked.at(-1)).toMatchObject({ code: 'ABCDEFGH' });
});

test('a wrong code stays there, selected, with the message at its field', async () => {
  refusal = new Refusal('wrong_code', wrong, {}, { code: [wrong] });
  await userEvent.type(field(), '000000{Enter}');
  await screen.findByText(wrong);
  await waitFor(() => expect([field().selectionStart, field().selectionEnd]).toEqual([0, 6]));
  expect(screen.queryByText('Login Failed')).toBeNull();
});

test('too many tries say when to try again, without losing the place', async () => {
  refusal = new Refusal('too_many_requests', tooMany, { retryAfterSeconds: 240 });
  await userEvent.type(field(), '000000{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(tooMany);
  expect(field().value).toBe('000000');
});

test('Back leads to the user name and the password, as typed', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByRole('heading', { name: 'Login' });
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('rahim');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(PASSWORD);
});
