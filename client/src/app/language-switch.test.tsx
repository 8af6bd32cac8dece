import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginForm } from '../features/auth/login-form.tsx';
import { switchTo } from '../i18n/switch-language.ts';
import { followLanguage, startLanguage } from '../lib/language.ts';
import { session } from '../lib/session.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { Refusal, stubServer } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser } from '../testing/users.ts';
import { LanguageSwitch } from './language-switch.tsx';

const tokens = { accessToken: 'token' };
const asked = vi.fn<(name: string, input: object) => void>();

beforeEach(() => {
  stubBrowser();
  stubServer((name, input) => {
    asked(name, input);
    if (name === 'auth.login') throw new Refusal('invalid_credentials', 'Invalid credentials');
    return { ok: true };
  });
});

afterEach(async () => {
  cleanup();
  session.end('logout');
  localStorage.clear();
  asked.mockClear();
  await switchTo('en');
});

test('it shows the other language, and the screen changes at once, including typed text and errors', async () => {
  renderScreen(
    <>
      <LanguageSwitch />
      <LoginForm next={undefined} onCodeRequired={() => undefined} />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Username'), 'rahim');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('Password is required');

  await userEvent.click(screen.getByRole('button', { name: /বাংলা/ }));

  await screen.findByText('পাসওয়ার্ড দিন');
  expect(screen.getByLabelText<HTMLInputElement>('ইউজারনেম').value).toBe('rahim');
  expect(screen.getByRole('button', { name: /English/ }).lang).toBe('en');
});

test('an error is displayed in the current language, by its code', async () => {
  await switchTo('bn');
  renderScreen(<LoginForm next={undefined} onCodeRequired={() => undefined} />);
  await userEvent.type(screen.getByLabelText('ইউজারনেম'), 'rahim');
  await userEvent.type(screen.getByLabelText('পাসওয়ার্ড'), 'not this one');
  await userEvent.click(screen.getByRole('button', { name: 'লগইন' }));

  const dialog = await screen.findByRole('alertdialog', { name: 'লগইন হয়নি' });
  expect(dialog.textContent).toContain('ইউজারনেম বা পাসওয়ার্ড ভুল');
  await userEvent.click(screen.getByRole('button', { name: 'ঠিক আছে' }));
});

test('a choice is stored on the device and with the account', async () => {
  session.start({ user: aUser(), tokens });
  renderScreen(<LanguageSwitch />);
  await userEvent.click(screen.getByRole('button', { name: /বাংলা/ }));

  await waitFor(() => expect(asked).toHaveBeenCalledWith('auth.setLanguage', { language: 'bn' }));
  expect(localStorage.getItem('language')).toBe('bn');
  expect(session.get().user?.language).toBe('bn');
});

test("at startup the account's choice takes precedence over the device's", async () => {
  localStorage.setItem('language', 'en');
  session.start({ user: aUser({ language: 'bn' }), tokens });
  await startLanguage();
  renderScreen(<LanguageSwitch />);
  expect(screen.getByRole('button', { name: /English/ })).toBeTruthy();
  expect(document.documentElement.lang).toBe('bn');
});

test('a user who signs in gets the language of the account', async () => {
  const stop = followLanguage();
  renderScreen(<LanguageSwitch />);
  session.start({ user: aUser({ language: 'bn' }), tokens });
  await screen.findByRole('button', { name: /English/ });
  expect(asked).not.toHaveBeenCalled();
  stop();
});

test("a visitor's choice applies to an account without a choice", async () => {
  localStorage.setItem('language', 'bn');
  const stop = followLanguage();
  session.start({ user: aUser({ language: null }), tokens });
  await waitFor(() => expect(asked).toHaveBeenCalledWith('auth.setLanguage', { language: 'bn' }));
  stop();
});

test("another tab's choice is applied", async () => {
  const stop = followLanguage();
  renderScreen(<LanguageSwitch />);
  window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'bn' }));
  await screen.findByRole('button', { name: /English/ });
  stop();
});

test('a choice that could not be stored with the account is reported, and applies on this device', async () => {
  stubServer(() => {
    throw new TypeError('Failed to fetch');
  });
  session.start({ user: aUser(), tokens });
  renderScreen(<LanguageSwitch />);
  await userEvent.click(screen.getByRole('button', { name: /বাংলা/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('সার্ভারের সঙ্গে যোগাযোগ হচ্ছে না');
  expect(localStorage.getItem('language')).toBe('bn');
  await userEvent.click(screen.getByRole('button', { name: 'ঠিক আছে' }));
});
