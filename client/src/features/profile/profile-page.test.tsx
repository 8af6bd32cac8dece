import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../lib/session.ts';
import { queryUtils } from '../../lib/trpc.ts';
import { aKey } from '../../testing/a-key.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { aUser } from '../../testing/users.ts';
import ProfilePage from './profile-page.tsx';

const here = aSession({ id: 'here', current: true, browser: 'Firefox', system: 'Windows', kind: 'computer' });
const phone = aSession({ id: 'phone', browser: 'Chrome', system: 'Android', kind: 'phone', address: '203.0.113.x' });
const script = aSession({ id: 'script', browser: 'curl' });

/** All calls except queries: the procedure and its input. */
let asked: [string, unknown][];
let profile: Record<string, unknown>;
let sessions: object[];
let keys: ReturnType<typeof aKey>[];
let refusal: Refusal | null;

beforeEach(() => {
  asked = [];
  profile = { ...aUser(), pendingEmail: null, twoFactor: null };
  sessions = [here, phone, script];
  keys = [];
  refusal = null;
  startSignedIn((name, input) => {
    if (name === 'auth.profile') return profile;
    if (name === 'auth.sessions') return sessions;
    if (name === 'settings.public') return { chatUrl: null, supportEmail: null, videoUrls: [], passwordMinLength: 8 };
    if (name === 'keys.list') return { keys };
    asked.push([name, input]);
    if (refusal) throw refusal;
    if (name === 'auth.updateProfile') return save(input);
    if (name === 'auth.endSession') sessions = sessions.filter((each) => (each as { id: string }).id !== input.id);
    if (name === 'auth.endOtherSessions') sessions = [here];
    if (name !== 'keys.revokeAll') return { ok: true };
    const revoked = keys.length;
    keys = [];
    return { revoked };
  });
});

/** Like the server: a new address waits for its link. */
function save({ name, email, phone: number }: Record<string, unknown>) {
  const pendingEmail = email === profile.email ? null : email;
  profile = { ...profile, name, phone: number, pendingEmail };
  return profile;
}

async function show(): Promise<void> {
  renderScreen(<ProfilePage />, '/profile');
  await screen.findByRole('button', { name: 'Edit Profile' });
  await screen.findByRole('heading', { name: 'Active Sessions' });
}

async function openDialog(name: 'Edit Profile' | 'Change Password') {
  await show();
  await userEvent.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name }));
}

async function type(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

const valueOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

test('it shows name, email, phone, role and join date, and a placeholder for a missing image', async () => {
  await show();
  expect(['Name', 'Email', 'Phone', 'Role', 'Join Date'].map(valueOf)).toEqual([
    'Rahim Uddin',
    'rahim@example.com',
    '01700000000',
    'User',
    'January 31st, 2026',
  ]);
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/avatar.svg');
});

test('it shows missing values, the admin role, and the address that waits for confirmation', async () => {
  profile = {
    ...profile,
    phone: '',
    role: 'admin',
    image: 'https://example.com/me.png',
    pendingEmail: 'new@example.com',
  };
  await show();
  expect(valueOf('Phone')).toBe('Not provided');
  expect(valueOf('Role')).toBe('Admin');
  expect(valueOf('Email')).toContain('Will change to new@example.com');
  expect(document.querySelector('img')?.getAttribute('src')).toBe('https://example.com/me.png');
});

test('a phone stored by an older client may stay, a new one needs digits', async () => {
  profile = { ...profile, phone: '0171' };
  const dialog = await openDialog('Edit Profile');
  const phoneField = dialog.getByLabelText('Phone');
  const saveChanges = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await type(phoneField, '0172');
  await saveChanges();
  expect(await dialog.findByText('Invalid phone number')).toBeDefined();
  expect(asked).toEqual([]);
  await type(phoneField, '0171');
  await saveChanges();
  await waitFor(() => expect(asked).toMatchObject([['auth.updateProfile', { phone: '0171' }]]));
});

test('an email stored in an older form may stay, a new one is read like at registration', async () => {
  profile = { ...profile, email: 'mailto:a..b@example.com' };
  const dialog = await openDialog('Edit Profile');
  const saveChanges = () => userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await type(dialog.getByLabelText('Name'), 'Karim Mia');
  await saveChanges();
  await waitFor(() => expect(asked).toMatchObject([['auth.updateProfile', { email: 'mailto:a..b@example.com' }]]));
});

test.each(['mailto:rahim@example.com', 'Rahim <RAHIM@example.com>'])(
  'the own address as %s is no new one',
  async (email) => {
    const dialog = await openDialog('Edit Profile');
    await type(dialog.getByLabelText('Email'), email);
    expect(dialog.queryByLabelText('Current Password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(asked).toMatchObject([['auth.updateProfile', { email }]]));
    expect(asked[0]?.[1]).not.toHaveProperty('currentPassword');
  },
);

test('a new email that can’t be one is refused, and gmail.con is asked about', async () => {
  const dialog = await openDialog('Edit Profile');
  const field = dialog.getByLabelText<HTMLInputElement>('Email');
  await type(field, 'a..b@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/two dots in a row/);
  expect(asked).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Use a.b@example.com' }));
  expect(field.value).toBe('a.b@example.com');
  await type(field, 'rahim@gmail.con');
  await userEvent.tab();
  await dialog.findByText('Did you mean rahim@gmail.com?');
});

test('a phone typed in Bengali digits is saved in Latin ones', async () => {
  const dialog = await openDialog('Edit Profile');
  await type(dialog.getByLabelText('Phone'), '০১৮০০০০০০০০');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked).toMatchObject([['auth.updateProfile', { phone: '01800000000' }]]));
});

test('name and phone are saved without a password, and updated everywhere', async () => {
  const dialog = await openDialog('Edit Profile');
  expect(dialog.queryByLabelText('Current Password')).toBeNull();
  await type(dialog.getByLabelText('Name'), 'Karim Mia');
  await type(dialog.getByLabelText('Phone'), '01800000000');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));

  await screen.findByText('Profile updated successfully.');
  expect(asked).toEqual([
    ['auth.updateProfile', { name: 'Karim Mia', email: 'rahim@example.com', phone: '01800000000' }],
  ]);
  expect(valueOf('Name')).toBe('Karim Mia');
  expect(session.get().user).toMatchObject({ name: 'Karim Mia', phone: '01800000000' });
  expect(session.get().user).not.toHaveProperty('pendingEmail');
});

test('a new email requires the current password, and its link must be opened', async () => {
  const dialog = await openDialog('Edit Profile');
  await type(dialog.getByLabelText('Email'), 'new@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Please enter your current password to change your email address');
  expect(asked).toEqual([]);

  await userEvent.type(dialog.getByLabelText('Current Password'), 'my password');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(
    'Open the link that was sent to new@example.com. Until then your email stays rahim@example.com.',
  );
  expect(asked[0]?.[1]).toMatchObject({ email: 'new@example.com', currentPassword: 'my password' });
  expect(valueOf('Email')).toContain('rahim@example.com');
});

test('an account with a second factor may send its code with a new email', async () => {
  profile.twoFactor = { confirmedAt: new Date().toISOString(), recoveryCodesLeft: 8 };
  const dialog = await openDialog('Edit Profile');
  expect(dialog.queryByLabelText(/^Code/)).toBeNull();
  await type(dialog.getByLabelText('Email'), 'new@example.com');
  await userEvent.type(dialog.getByLabelText('Current Password'), 'my password');
  await userEvent.type(dialog.getByLabelText(/^Code/), '123 456');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked[0]?.[1]).toMatchObject({ email: 'new@example.com', currentPassword: 'my password', code: '123456' }),
  );
});

test('a profile that could not be saved is reported in the form, and keeps its input', async () => {
  refusal = new Refusal('internal', 'Something went wrong on our side. Please try again.');
  const dialog = await openDialog('Edit Profile');
  await type(dialog.getByLabelText('Name'), 'Karim Mia');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Could not update profile. Please try again.Something went wrong on our side. Please try again.',
  );
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Karim Mia');
});

test('the password is changed with the old one, which can be shown', async () => {
  const dialog = await openDialog('Change Password');
  const [old, next] = [dialog.getByLabelText('Old Password'), dialog.getByLabelText('New Password')];
  await userEvent.type(old, 'my password');
  await userEvent.type(next, 'short');
  await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
  await dialog.findByText('Password must be at least 8 characters');
  expect(asked).toEqual([]);

  await userEvent.click(dialog.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement);
  expect(old.getAttribute('type')).toBe('text');
  await type(next, 'a much longer one');
  await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
  await screen.findByText('Password changed successfully.');
  expect(asked).toEqual([
    ['auth.changePassword', { currentPassword: 'my password', newPassword: 'a much longer one' }],
  ]);
});

async function changePassword() {
  const dialog = await openDialog('Change Password');
  await userEvent.type(dialog.getByLabelText('Old Password'), 'my password');
  await userEvent.type(dialog.getByLabelText('New Password'), 'a much longer one');
  await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
  await screen.findByText('Password changed successfully.');
}

test('after a change of the password the keys that still work are listed, and all can be revoked', async () => {
  keys = [aKey(), aKey({ id: 6, name: 'Old one', expiresAt: '2026-01-31T10:00:00.000Z' })];
  await changePassword();
  const dialog = within(await screen.findByRole('alertdialog', { name: 'These keys still work' }));
  dialog.getByText('My website');
  expect(dialog.queryByText('Old one')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke all' }));
  await screen.findByText('2 keys are revoked');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('keys stay if the customer wants it', async () => {
  keys = [aKey()];
  await changePassword();
  const dialog = within(await screen.findByRole('alertdialog', { name: 'These keys still work' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Keep them' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked.map(([name]) => name)).toEqual(['auth.changePassword']);
});

test('without keys nothing opens after a change of the password, and no key that is made later opens it', async () => {
  await changePassword();
  await waitFor(() => expect(queryUtils.keys.list.getData()).toEqual({ keys: [] }));
  keys = [aKey()];
  await queryUtils.keys.list.invalidate();
  await queryUtils.keys.list.fetch();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a wrong old password is an error of its field, with the message of an unchanged password', async () => {
  const reason = 'The current password is not right.';
  refusal = new Refusal('wrong_password', reason, {}, { currentPassword: [reason] });
  const dialog = await openDialog('Change Password');
  await userEvent.type(dialog.getByLabelText('Old Password'), 'not mine');
  await userEvent.type(dialog.getByLabelText('New Password'), 'a much longer one');
  await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Could not change password. Please try again.');
  await dialog.findByText(reason);
});

test('too many tries show the time to wait', async () => {
  const message = 'Too many attempts. Please try again in 4 minutes.';
  refusal = new Refusal('too_many_requests', message, { retryAfterSeconds: 240 });
  const dialog = await openDialog('Change Password');
  await userEvent.type(dialog.getByLabelText('Old Password'), 'not mine');
  await userEvent.type(dialog.getByLabelText('New Password'), 'a much longer one');
  await userEvent.click(dialog.getByRole('button', { name: 'Change Password' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(message);
});

test("the sessions show their devices, and this one can't be ended here", async () => {
  await show();
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
  expect(rows[0]).toContain('Firefox on Windows');
  expect(rows[0]).toContain('This browser');
  expect(rows[1]).toContain('Chrome on Android');
  expect(rows[1]).toContain('from 203.0.113.x');
  expect(screen.getAllByRole('button', { name: /^Log out / }).map((each) => each.getAttribute('aria-label'))).toEqual([
    null,
    'Log out Chrome on Android',
    'Log out curl',
  ]);
});

test('one session is ended and leaves the list', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Log out Chrome on Android' }));
  await screen.findByText('Chrome on Android is logged out');
  expect(asked).toEqual([['auth.endSession', { id: 'phone' }]]);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
});

test('all others are ended after a confirmation, and then there is nothing left to end', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Log out others' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Log out everywhere else?' }));
  expect(question.getByText(/^2 other browsers have to log in again/)).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Log out others' }));
  const again = within(await screen.findByRole('alertdialog', { name: 'Log out everywhere else?' }));
  await userEvent.click(again.getByRole('button', { name: 'Log out others' }));
  await screen.findByText('Logged out everywhere else');
  expect(asked.map(([name]) => name)).toEqual(['auth.endOtherSessions']);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /Log out/ })).toBeNull();
});

function aSession(overrides: object) {
  return {
    current: false,
    browser: null,
    system: null,
    kind: null,
    address: null,
    createdAt: '2026-01-31T10:00:00.000Z',
    lastUsedAt: '2026-01-31T11:00:00.000Z',
    ...overrides,
  };
}
