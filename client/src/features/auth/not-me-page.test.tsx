import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { stubBrowser } from '../../testing/browser-stubs.ts';
import { Refusal, stubServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import NotMePage from './not-me-page.tsx';

/** The calls of the fake server. */
let asked: [string, unknown][];
let refusal: Refusal | null;
/** Without the password of an account whose address has changed since. */
let needsPassword: boolean;

beforeEach(() => {
  stubBrowser(() => true);
  asked = [];
  refusal = null;
  needsPassword = false;
  stubServer((name, input) => {
    if (name === 'settings.public') return { timeZone: 'Asia/Dhaka' };
    asked.push([name, input]);
    if (refusal) throw refusal;
    return { resetToken: needsPassword && !('password' in (input as object)) ? null : 'a reset/token' };
  });
  renderScreen(<NotMePage />, '/not-me/the-token', paths.notMe);
});

const press = () => userEvent.click(screen.getByRole('button', { name: 'It was not me: log out everywhere' }));

test('opening the link requests nothing; the button ends the sessions and leads to a new password', async () => {
  expect(asked).toEqual([]);
  await press();
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/reset-password/a%20reset%2Ftoken'));
  expect(screen.getByTestId('state').textContent).toBe('{"allEnded":true}');
  expect(asked).toEqual([['auth.loginWasNotMe', { token: 'the-token' }]]);
});

test('after a change of the address the password as it was puts the old one back', async () => {
  needsPassword = true;
  await press();
  const field = await screen.findByLabelText('Password at the change');
  refusal = new Refusal('wrong_password', undefined, {}, { password: ['The current password is not right.'] });
  await userEvent.type(field, 'a guess{Enter}');
  await screen.findByText('The current password is not right.');
  refusal = null;
  await userEvent.type(field, ' at last{Enter}');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/reset-password/a%20reset%2Ftoken'));
  expect(asked.map(([, input]) => input)).toEqual([
    { token: 'the-token' },
    { token: 'the-token', password: 'a guess' },
    { token: 'the-token', password: 'a guess at last' },
  ]);
});

test('a used link says so, and leads to a new password by mail', async () => {
  refusal = new Refusal('reset_token_invalid', 'This reset link is no longer valid.');
  await press();
  await screen.findByText(/This link no longer works, or has been used/);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/register?mode=forgot');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('any other failure is reported, and the button stays', async () => {
  refusal = new Refusal('busy', 'The panel is busy.');
  await press();
  await screen.findByRole('alertdialog');
  expect(screen.getByText(/It was not me/)).toBeTruthy();
});
