import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { session } from '../../lib/session.ts';
import { type Answer, Refusal } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { aUser } from '../../testing/users.ts';
import ProfilePage from './profile-page.tsx';

const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const codes = Array.from({ length: 10 }, (_, at) => `CODE${at}-WORDS`);
const wrong = 'This code is not right, or was used before. Enter the next one.';

/** All calls except queries: the procedure and its input. */
let asked: [string, unknown][];
let twoFactor: { confirmedAt: string; recoveryCodesLeft: number } | null;
let refusal: Refusal | null;
/** The answer of `confirm` is lost after the server has carried it out. */
let losesAnswer: boolean;

beforeEach(() => {
  asked = [];
  twoFactor = null;
  refusal = null;
  losesAnswer = false;
  const answer: Answer = (name, input) => {
    if (name === 'auth.profile') return { ...aUser(), pendingEmail: null, twoFactor };
    if (name === 'auth.sessions') return [];
    if (name === 'settings.public') return { timeZone: 'Asia/Dhaka' };
    asked.push([name, input]);
    if (refusal) throw refusal;
    if (name === 'auth.twoFactor.begin') return { secret: SECRET, uri: `otpauth://totp/Panel:rahim?secret=${SECRET}` };
    if (name === 'auth.twoFactor.disable') twoFactor = null;
    else twoFactor = { confirmedAt: '2026-01-31T10:00:00.000Z', recoveryCodesLeft: 10 };
    if (losesAnswer) throw new TypeError('Failed to fetch');
    return name === 'auth.twoFactor.disable' ? { ok: true } : { recoveryCodes: codes };
  };
  startSignedIn(answer, { matches: () => true });
});

const section = () => screen.findByRole('region', { name: 'Two-factor authentication' });
const press = (name: string, within_?: ReturnType<typeof within>) =>
  userEvent.click((within_ ?? screen).getByRole('button', { name }));

/** Opens the dialog, and enters the password. */
async function begin() {
  renderScreen(<ProfilePage />, '/profile');
  await userEvent.click(within(await section()).getByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-factor authentication' }));
  await userEvent.type(dialog.getByLabelText('Current Password'), 'my password');
  await press('Continue', dialog);
  return dialog;
}

test('without one it says what it is', async () => {
  renderScreen(<ProfilePage />, '/profile');
  expect((await section()).textContent).toContain('a stolen password alone opens nothing');
});

test.each([
  [7, '7 recovery codes left', false],
  [2, '2 recovery codes left', true],
  [1, '1 recovery code left', true],
  [0, 'No recovery code left', true],
])('with %d recovery codes left it says so, and warns of few', async (recoveryCodesLeft, words, warns) => {
  twoFactor = { confirmedAt: '2026-01-31T10:00:00.000Z', recoveryCodesLeft };
  renderScreen(<ProfilePage />, '/profile');
  const text = (await section()).textContent ?? '';
  expect(text).toContain('Since January 31st, 2026');
  expect(text).toContain(words);
  expect(text.includes('Make new ones before you run out')).toBe(warns);
});

test('it is set up with the password and the first code, and its recovery codes stay until they are stored', async () => {
  const dialog = await begin();
  await dialog.findByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
  expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' }).querySelector('path')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Enter the 6-digit code that it displays'), ' ১২৩ 456 ');
  await press('Turn on', dialog);
  const shown = within(await screen.findByRole('dialog', { name: 'Two-factor authentication is on' }));
  expect(
    within(shown.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  expect(asked).toEqual([
    ['auth.twoFactor.begin', { password: 'my password' }],
    ['auth.twoFactor.confirm', { code: '123456' }],
  ]);

  await userEvent.keyboard('{Escape}');
  expect(shown.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await press('Done', shown);
  await shown.findByText('Store them first, then tick this.');
  await userEvent.click(shown.getByLabelText('I have stored them'));
  await press('Done', shown);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await section()).textContent).toContain('10 recovery codes left');
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  for (const secret of [SECRET, 'my password', codes[0]]) expect(stored).not.toContain(secret);
});

test('recovery codes are copied and downloaded', async () => {
  const user = userEvent.setup();
  const files: Blob[] = [];
  const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => follow.mockRestore());
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => (files.push(file), 'blob:x') }));
  const dialog = await begin();
  await userEvent.type(await dialog.findByLabelText(/6-digit code/), '123456{Enter}');
  await screen.findByRole('dialog', { name: 'Two-factor authentication is on' });
  await user.click(dialog.getByRole('button', { name: 'Copy recovery codes' }));
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
  await press('Download', dialog);
  expect(await files[0]?.text()).toBe(
    ['Recovery codes of rahim at Reseller Panel. Each works once.', '', ...codes, ''].join('\r\n'),
  );
});

test('closed before the first code it stays off, and says so', async () => {
  const dialog = await begin();
  await dialog.findByLabelText(/6-digit code/);
  await userEvent.keyboard('{Escape}');
  await screen.findByText('Two-factor authentication stays off');
  expect(asked.map(([name]) => name)).toEqual(['auth.twoFactor.begin']);
});

test('a wrong code is an error of its field, which is selected for the next one', async () => {
  const dialog = await begin();
  const field = await dialog.findByLabelText<HTMLInputElement>(/6-digit code/);
  refusal = new Refusal('wrong_code', wrong, {}, { code: [wrong] });
  await userEvent.type(field, '000000{Enter}');
  await dialog.findByText(wrong);
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]));
  expect(document.activeElement).toBe(field);
});

test('a server that can not store secrets says so', async () => {
  refusal = new Refusal('secrets_key_missing', 'The server can not store secrets yet.');
  const dialog = await begin();
  expect((await dialog.findByRole('alert')).textContent).toContain('The server can not store secrets yet.');
});

test('an answer with recovery codes that is lost leads to new ones', async () => {
  const dialog = await begin();
  const field = await dialog.findByLabelText(/6-digit code/);
  losesAnswer = true;
  await userEvent.type(field, '123456{Enter}');
  await screen.findByText('Its recovery codes did not reach this browser. Make new ones.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByText('Two-factor authentication stays off')).toBeNull();
});

test('new recovery codes, and turning it off, take a code; a recovery code has another keyboard', async () => {
  twoFactor = { confirmedAt: '2026-01-31T10:00:00.000Z', recoveryCodesLeft: 1 };
  renderScreen(<ProfilePage />, '/profile');
  await userEvent.click(within(await section()).getByRole('button', { name: 'New recovery codes' }));
  const renewal = within(await screen.findByRole('dialog', { name: 'New recovery codes' }));
  expect(renewal.getByLabelText('Code').getAttribute('inputmode')).toBe('numeric');
  await press('Use a recovery code instead', renewal);
  const field = renewal.getByLabelText('Recovery code');
  expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual(['text', 'off']);
  await userEvent.type(field, 'code1-words{Enter}');
  const shown = within(await screen.findByRole('dialog', { name: 'Your new recovery codes' }));
  await userEvent.click(shown.getByLabelText('I have stored them'));
  await press('Done', shown);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await userEvent.click(within(await section()).getByRole('button', { name: 'Turn off' }));
  const end = within(await screen.findByRole('alertdialog', { name: 'Turn off two-factor authentication?' }));
  await userEvent.type(end.getByLabelText('Code'), '654321{Enter}');
  await screen.findByText('Two-factor authentication is off');
  expect(asked).toEqual([
    ['auth.twoFactor.recoveryCodes', { code: 'CODE1WORDS' }],
    ['auth.twoFactor.disable', { code: '654321' }],
  ]);
  await within(await section()).findByRole('button', { name: 'Set up' });
});

test('the requirement is lifted once the recovery codes are stored, not before', async () => {
  session.setMustEnroll(true);
  const dialog = await begin();
  await userEvent.type(await dialog.findByLabelText(/6-digit code/), '123456{Enter}');
  const shown = within(await screen.findByRole('dialog', { name: 'Two-factor authentication is on' }));
  expect(session.mustEnroll()).toBe(true);
  await userEvent.click(shown.getByLabelText('I have stored them'));
  await press('Done', shown);
  await waitFor(() => expect(session.mustEnroll()).toBe(false));
});
