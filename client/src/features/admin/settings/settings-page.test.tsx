// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '../../../../../shared/settings.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import SettingsPage from './settings-page.tsx';

let settings: Settings;
let refusal: Refusal | null;

beforeEach(() => {
  settings = { ratePaisa: 12_600, feeBasisPoints: 185, chatUrl: null, videoUrls: [], ...noOffsets };
  refusal = null;
  startSignedIn(serve, { role: 'admin' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a section saves its own fields alone, and shows what the server made of them', async () => {
  renderScreen(<SettingsPage />);
  await retype('Taka per dollar', '130.5');
  settings = { ...settings, ordersOffset: 7 };
  await userEvent.click(screen.getByRole('button', { name: 'Save rate and fee' }));
  expect(await screen.findByText('Rate and fee saved')).toBeDefined();
  expect(screen.getByText('$1 = ৳130.50 from now on.')).toBeDefined();
  expect(settings).toMatchObject({ ratePaisa: 13_050, feeBasisPoints: 185, ordersOffset: 7 });
  expect(field('Taka per dollar').value).toBe('130.50');
});

test('what the server refuses keeps what was typed, and is told under the name of its section', async () => {
  refusal = new Refusal('busy', 'The server is busy.');
  renderScreen(<SettingsPage />);
  await retype('Orders added', '12');
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  expect(await screen.findByText('Failed to save figures')).toBeDefined();
  expect(screen.getByText('The server is busy.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByText('The server is busy.')).toBeNull());
  expect(field('Orders added').value).toBe('12');
});

const noOffsets = { servicesOffset: 0, ordersOffset: 0, usersOffset: 0 };

function serve(name: string, input: object): unknown {
  if (name === 'admin.paymentMethods.list') return [];
  if (name === 'admin.settings.get') return settings;
  if (name !== 'admin.settings.update') throw new Error(`the settings have no business with ${name}`);
  if (refusal) throw refusal;
  settings = input as Settings;
  return settings;
}

async function retype(label: string, text: string) {
  await userEvent.clear(await screen.findByLabelText(label));
  await userEvent.type(field(label), text);
}

function field(label: string) {
  return screen.getByLabelText<HTMLInputElement>(label);
}
