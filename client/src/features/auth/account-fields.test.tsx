import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { switchTo } from '../../i18n/switch-language.ts';
import { session } from '../../lib/session.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { stubServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { aUser } from '../../testing/users.ts';
import AuthPage from './auth-page.tsx';

let asked: [name: string, input: Record<string, unknown>][];

beforeEach(() => {
  session.end('logout');
  stubBrowser(() => true);
  asked = [];
  stubServer((name, input) => {
    asked.push([name, input]);
    return name === 'auth.register' ? { user: aUser(), tokens: { accessToken: 'token' } } : { timeZone: 'Asia/Dhaka' };
  });
});
afterEach(() => act(() => switchTo('en')));

const rest = { Password: 'correct horse', 'Confirm Password': 'correct horse', Name: 'Md Rahim', Phone: '01711111111' };

async function enter(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
  await userEvent.tab();
}

async function register(fields: { Username: string; Email: string }) {
  renderScreen(<AuthPage />, '/register');
  for (const [label, text] of Object.entries({ ...rest, ...fields })) await enter(label, text);
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Register' }));
const sent = () => asked.find(([name]) => name === 'auth.register')?.[1];

test.each([
  ['mailto:rahim@gmail.com', 'rahim@gmail.com'],
  ['Md Rahim <rahim@gmail.com>', 'rahim@gmail.com'],
  ['rahim@gmail.com.', 'rahim@gmail.com'],
])('the address %s registers as %s', async (typed, email) => {
  await register({ Username: 'rahim', Email: typed });
  await submit();
  await waitFor(() => expect(sent()).toMatchObject({ email }));
});

test('gmail.con is asked about, and one press puts in the other address', async () => {
  await register({ Username: 'rahim', Email: 'rahim@gmail.con' });
  await screen.findByText('Did you mean rahim@gmail.com?');
  await userEvent.click(screen.getByRole('button', { name: 'Use rahim@gmail.com' }));
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rahim@gmail.com');
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(screen.queryByText(/Did you mean/)).toBeNull();
  await submit();
  await waitFor(() => expect(sent()).toMatchObject({ email: 'rahim@gmail.com' }));
});

test('a form with gmail.con is sent although the question about it has no answer', async () => {
  await register({ Username: 'rahim', Email: 'rahim@gmail.con' });
  await screen.findByText('Did you mean rahim@gmail.com?');
  await submit();
  await waitFor(() => expect(sent()).toMatchObject({ email: 'rahim@gmail.con' }));
});

test.each([
  ['Username', 'Md Rahim', 'md.rahim', 'Username may have letters, digits, _ . and - only: how about md.rahim?'],
  ['Email', 'a@b..com', 'a@b.com', 'An email address has no two dots in a row: did you mean a@b.com?'],
])('the %s “%s” is refused, and a button proposes %s', async (label, typed, proposal, message) => {
  await register({ Username: 'rahim', Email: 'rahim@gmail.com', [label]: typed });
  await screen.findByText(message);
  await submit();
  expect(sent()).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: `Use ${proposal}` }));
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  await submit();
  await waitFor(() => expect(Object.values(sent() ?? {})).toContain(proposal));
});

test('in Bengali', async () => {
  await register({ Username: 'Md Rahim', Email: 'rahim@gmail.con' });
  await act(() => switchTo('bn'));
  expect(await screen.findByText('rahim@gmail.com লিখতে চেয়েছেন?')).toBeDefined();
  expect(screen.getByRole('button', { name: 'rahim@gmail.com নিন' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'md.rahim নিন' })).toBeDefined();
  expect(screen.getByText(/md\.rahim নেবেন\?$/)).toBeDefined();
});

test('a forgotten password: Enter asks about the address, and a second one sends it, to be cleaned by the server', async () => {
  renderScreen(<AuthPage />, '/register?mode=forgot');
  await userEvent.type(screen.getByLabelText('Email'), 'rahim@gmail.con{Enter}');
  const question = await screen.findByText('Did you mean rahim@gmail.com?');
  expect(question.closest('[aria-live="polite"]')).not.toBeNull();
  expect(asked.map(([name]) => name)).not.toContain('auth.forgotPassword');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(asked).toContainEqual(['auth.forgotPassword', { email: 'rahim@gmail.con' }]));
});
