import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { paisaPerDollar } from '#shared/money.ts';
import type { PaymentMethod } from '#shared/payment-methods.ts';
import { initialSettings, type Settings } from '#shared/settings.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { type SettingsSection, settingsPath } from '../../../lib/settings-sections.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import SettingsPage from './settings-page.tsx';

let settings: Settings;
let method: PaymentMethod;
let refusal: Refusal | null;
let stillRuns = 0;
let telegram: { token: string; chatId: string } | null;

beforeEach(() => {
  settings = initialSettings;
  method = bkash;
  refusal = null;
  telegram = null;
});
asAdmin(serve, { matches: () => false });

test('a section saves its own fields alone, and shows what the server made of them', async () => {
  open('rate');
  await retype('Taka per dollar', '130.5');
  settings = { ...settings, ordersOffset: 7 };
  await userEvent.click(screen.getByRole('button', { name: 'Save rate and fee' }));
  expect(await screen.findByText('Rate and fee saved')).toBeDefined();
  expect(screen.getByText('$1 = ৳130.50 from now on.')).toBeDefined();
  expect(settings).toMatchObject({ ratePaisa: 13_050, feeBasisPoints: 185, ordersOffset: 7 });
  expect(field('Taka per dollar').value).toBe('130.50');
});

test('the time zone is found by its city, and what was searched for and not chosen is none', async () => {
  open('timeZone');
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  expect(box.value).toMatch(/^Asia\/Dhaka \(GMT\+6\)$/);
  box.focus();
  await userEvent.paste('new york');
  await screen.findByText(/^America\/New York/);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(box.value).toMatch(/^America\/New York/);
  box.select();
  await userEvent.paste('nowhere');
  expect(await screen.findByText('No time zone is called that')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(box.value).toMatch(/^America\/New York/));
  await userEvent.click(screen.getByRole('button', { name: 'Save time zone' }));
  expect(await screen.findByText('Time zone saved')).toBeDefined();
  expect(settings).toMatchObject({ timeZone: 'America/New_York', ratePaisa: 12_600 });
});

test('services that take any link are counted where links are judged, and nowhere else', async () => {
  settings = { ...settings, linkFit: 'off' };
  open('api');
  const choice = await screen.findByRole('combobox', { name: /does not fit its service/ });
  expect(screen.queryByText(/take any link/)).toBeNull();
  await userEvent.selectOptions(choice, 'refuse');
  expect(await screen.findByText(/12 services take any link, though their names say which\./)).toBeDefined();
  const link = screen.getByRole('link', { name: 'Read the names' });
  expect(link.getAttribute('href')).toBe('/dashboard/manageServices?open=changeServices');
});

test('a rate that differs by more than a fifth asks first, with what $10 costs before and after', async () => {
  open('rate');
  await retype('Taka per dollar', '1260');
  await userEvent.click(screen.getByRole('button', { name: 'Save rate and fee' }));
  expect(await screen.findByText('Change the rate from 126 to 1260 taka?')).toBeDefined();
  expect(screen.getByText(/\$10\.00 costs ৳1,260\.00 now, and ৳12,600\.00 afterwards\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(settings.ratePaisa).toBe(12_600);
  await userEvent.click(screen.getByRole('button', { name: 'Save rate and fee' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Change the rate' }));
  expect(await screen.findByText('Rate and fee saved')).toBeDefined();
  expect(settings.ratePaisa).toBe(126_000);
});

test('two admins saving one section: the second is shown both and chooses', async () => {
  open('rate');
  await retype('Taka per dollar', '130');
  settings = { ...settings, ratePaisa: paisaPerDollar(12_800), feeBasisPoints: 200 };
  await userEvent.click(screen.getByRole('button', { name: 'Save rate and fee' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Changed by boss before you saved' }));
  expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'SettingTheirs, savedYours',
    'Taka per dollar128130',
    'Extra fee in percent21.85',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect(settings.ratePaisa).toBe(12_800);
  expect(field('Taka per dollar').value).toBe('130');

  await userEvent.click(screen.getByRole('button', { name: 'Save rate and fee' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save mine over it' }));
  await waitFor(() => expect(settings).toMatchObject({ ratePaisa: 13_000, feeBasisPoints: 185 }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

  await retype('Taka per dollar', '131');
  settings = { ...settings, ratePaisa: paisaPerDollar(12_900) };
  await userEvent.click(screen.getByRole('button', { name: 'Save rate and fee' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(field('Taka per dollar').value).toBe('129');
  expect(settings.ratePaisa).toBe(12_900);
});

test('accounts of a payment method are added, judged, paused and removed', async () => {
  method = { ...bkash, accounts: [{ number: '01700000001', name: 'Shop', mostTakaADay: 25_000, paused: false }] };
  open('methods');
  expect(await screen.findByText('01700000001')).toBeDefined();
  const edit = async () => userEvent.click(await screen.findByRole('button', { name: /Edit Bkash/ }));
  const save = () => userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  await edit();
  expect(field(/^Most taka a day/).value).toBe('25000');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Paused' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add an account' }));
  const second = within(screen.getByRole('group', { name: 'Account 2' }));
  await userEvent.type(second.getByLabelText('Number'), '01700 000001');
  await save();
  expect(await screen.findByText('A number is there twice')).toBeDefined();
  await userEvent.clear(second.getByLabelText('Number'));
  await userEvent.type(second.getByLabelText('Number'), '01800-000 002');
  await userEvent.type(second.getByLabelText('Whose it is'), 'Rahim');
  await save();
  await waitFor(() => expect(method.accounts).toHaveLength(2));
  expect(method.accounts).toEqual([
    { number: '01700000001', name: 'Shop', mostTakaADay: 25_000, paused: true },
    { number: '01800000002', name: 'Rahim', mostTakaADay: null, paused: false },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await edit();
  await userEvent.click(screen.getByRole('button', { name: 'Remove account 1' }));
  await save();
  await waitFor(() => expect(method.accounts).toMatchObject([{ number: '01800000002' }]));
});

test('two admins saving one payment method: the second is shown both and chooses', async () => {
  open('methods');
  const edit = async () => userEvent.click(await screen.findByRole('button', { name: /Edit Bkash/ }));
  const saveAs = async (recipient: string) => {
    await retype('Recipient number', recipient);
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Change number' }));
  };
  await edit();
  method = { ...method, recipient: '01899-000000', active: false };
  await saveAs('01799-111111');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Changed by boss before you saved' }));
  expect(dialog.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'SettingTheirs, savedYours',
    'Recipient01899-00000001799111111',
    'Activenoyes',
  ]);
  expect(method.recipient).toBe('01899-000000');
  await userEvent.click(dialog.getByRole('button', { name: 'Take theirs' }));
  expect(field('Recipient number').value).toBe('01899-000000');

  method = { ...method, position: 4 };
  await saveAs('01799-111111');
  await userEvent.click(await screen.findByRole('button', { name: 'Save mine over it' }));
  await waitFor(() => expect(method).toMatchObject({ recipient: '01799111111', active: false, position: 1 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('leaving changed settings asks, by a link and by closing the tab; unchanged ones may be left', async () => {
  const page = (
    <>
      <AppLink to="/elsewhere">Elsewhere</AppLink>
      <SettingsPage />
    </>
  );
  renderScreen(page, settingsPath('rate'));
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await screen.findByLabelText('Taka per dollar');
  expect(closing()).toBe(false);
  await retype('Taka per dollar', '130');
  expect(closing()).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByTestId('place').textContent).toBe(settingsPath('rate'));
  expect(field('Taka per dollar').value).toBe('130');
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/elsewhere'));
});

test('a count is read as people write it, and displays how', async () => {
  open('figures');
  await retype('Orders added', '2.5k');
  await screen.findByText('= 2,500');
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  await waitFor(() => expect(settings).toMatchObject({ ordersOffset: 2_500 }));
});

test('what the server refuses keeps what was typed, and is told under the name of its section', async () => {
  refusal = new Refusal('busy', 'The server is busy.');
  open('figures');
  await retype('Orders added', '12');
  await userEvent.click(screen.getByRole('button', { name: 'Save figures' }));
  expect(await screen.findByText('Failed to save figures')).toBeDefined();
  expect(screen.getByText('The server is busy.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByText('The server is busy.')).toBeNull());
  expect(field('Orders added').value).toBe('12');
});

test('a method is edited as it stands: what is wrong is told beside its field, and a code to scan has no steps', async () => {
  open('methods');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Bkash' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bkash' }));
  expect(dialog.getByText('Enter 01711-222333.')).toBeDefined();
  await retype('Recipient number', ' ');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Recipient is required')).toBeDefined();
  expect(document.activeElement).toBe(field('Recipient number'));

  await userEvent.selectOptions(dialog.getByLabelText('Customers see'), 'QR code');
  expect(dialog.queryByLabelText(/Steps in/)).toBeNull();
  await retype('Recipient', 'pay-me');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Customers can choose it' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Change number' }));
  expect(await screen.findByText('Bkash saved')).toBeDefined();
  const changed = { kind: 'qr', recipient: 'pay-me', ussdCode: null, stepsBn: [], stepsEn: [], active: false };
  expect(method).toEqual({ ...bkash, ...changed });
});

test('a payment number was unchecked: it has its method’s form, and a change shows before and after and asks', async () => {
  open('methods');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Bkash' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Bkash' }));
  const save = () => userEvent.click(form.getByRole('button', { name: 'Save' }));
  await retype('Recipient number', '017123');
  await save();
  expect(await form.findByText('This number must have 11 digits and begin with 01')).toBeDefined();
  expect(document.activeElement).toBe(field('Recipient number'));

  await retype('Recipient number', '০১৭৯৯ ১১১-১১১');
  await save();
  const question = within(await screen.findByRole('alertdialog', { name: 'Change the number of Bkash?' }));
  expect(question.getByText('Before').parentElement?.textContent).toBe('Before01711-222333');
  expect(question.getByText('After').parentElement?.textContent).toBe('After01799111111');
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(method).toEqual(bkash);
  expect(field('Recipient number').value).toBe('০১৭৯৯ ১১১-১১১');

  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Change number' }));
  expect(await screen.findByText('Bkash saved')).toBeDefined();
  expect(method).toEqual({ ...bkash, recipient: '01799111111' });
});

test('a stored number that breaks its form is told of, and saved with whatever else is changed', async () => {
  method = { ...bkash, name: 'Nagad', recipient: '017123' };
  open('methods');
  expect(await screen.findByText('Check the number of Nagad')).toBeDefined();
  expect(screen.getByText(/^Nagad 017123 can't be right/)).toBeDefined();
  expect(screen.getByText(/^This number must have 11 digits and begin with 01: /)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Edit Nagad' }));
  await retype('Position', '9');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Nagad saved')).toBeDefined();
  expect(method).toMatchObject({ recipient: '017123', position: 9 });
});

test('what was typed of a method is lost only after a yes', async () => {
  open('methods');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Bkash' }));
  await retype('Position', '9');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull());
  expect(field('Position').value).toBe('9');
});

test('alarms by Telegram are saved, tested and removed; the token is never shown again', async () => {
  open('alarms');
  await retype('Chat', 'nowhere at all');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^The chat is its number/)).toBeDefined();
  await retype('Chat', '-1001');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The token of the bot is required')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Test' })).toBeNull();
  await userEvent.type(field('Token of the bot'), '123:AA');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Telegram saved')).toBeDefined();
  expect(telegram).toEqual({ token: '123:AA', chatId: '-1001' });
  expect(await screen.findByText('A token is stored. Type another one to replace it.')).toBeDefined();
  expect(field('Token of the bot').value).toBe('');

  await retype('Chat', '@alarms');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(telegram).toEqual({ token: '123:AA', chatId: '@alarms' }));
  const testButton = screen.getByRole<HTMLButtonElement>('button', { name: 'Test' });
  await waitFor(() => expect(testButton.disabled).toBe(false));
  stillRuns = 1;
  await userEvent.click(testButton);
  expect(await screen.findByText('Still running…')).toBeDefined();
  expect(await screen.findByText('Telegram does not take the message')).toBeDefined();

  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(telegram).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Test' })).toBeNull());
});

test('that decisions wait before they are sent is switched off for this browser', async () => {
  open('browser');
  await userEvent.click(screen.getByRole('checkbox', { name: /^A decision on an order or recharge waits/ }));
  expect(localStorage.getItem('decisionWait')).toBe('off');
  cleanup();
  open('browser');
  const toggle = screen.getByRole('checkbox', { name: /^A decision on an order or recharge waits/ });
  expect(toggle).toHaveProperty('checked', false);
  await userEvent.click(toggle);
  expect(localStorage.getItem('decisionWait')).toBeNull();
});

function open(section: SettingsSection) {
  renderScreen(<SettingsPage />, settingsPath(section));
}

const bkash: PaymentMethod = {
  id: 1,
  name: 'Bkash',
  kind: 'mobile',
  ussdCode: '*247#',
  recipient: '01711-222333',
  stepsBn: [],
  stepsEn: ['Enter {number}.'],
  logo: null,
  active: true,
  position: 1,
  accounts: [],
};

function serve(name: string, input: object): unknown {
  if (name === 'admin.services.previewMany') return { found: 60, changed: 12, items: [], previewHash: 'x' };
  if (name === 'admin.paymentMethods.list') return [method];
  if (name === 'admin.paymentMethods.save') {
    const { expectedMethod, ...typed } = input as PaymentMethod & { expectedMethod?: object };
    if (expectedMethod && JSON.stringify({ id: method.id, ...expectedMethod }) !== JSON.stringify(method)) {
      throw new Refusal('settings_changed', 'Changed.', { changedBy: 'boss' });
    }
    return (method = typed);
  }
  if (name === 'admin.alarms.get') return { telegram: telegram && { chatId: telegram.chatId } };
  if (name === 'admin.alarms.test' && stillRuns-- > 0) return { running: true };
  if (name === 'admin.alarms.test') return { ok: false, problem: 'Telegram does not take the message' };
  if (name === 'admin.alarms.save') {
    const { telegram: saved } = input as { telegram: { token?: string; chatId: string } | null };
    const token = saved?.token ?? telegram?.token;
    if (saved && token === undefined)
      throw new Refusal('bad_input', 'Wrong.', {}, { token: ['The token of the bot is required'] });
    telegram = saved && { chatId: saved.chatId, token: token ?? '' };
    return { telegram: saved && { chatId: saved.chatId } };
  }
  if (name === 'admin.settings.get') return settings;
  if (name === 'settings.public') return {};
  if (name !== 'admin.settings.update') throw new Error(`the settings have no business with ${name}`);
  if (refusal) throw refusal;
  const { expectedSettings, ...saved } = input as Settings & { expectedSettings: Partial<Settings> };
  const isStale = Object.entries(expectedSettings).some(
    ([setting, seen]) => JSON.stringify(seen) !== JSON.stringify(settings[setting as keyof Settings]),
  );
  if (isStale) throw new Refusal('settings_changed', 'Changed.', { changedBy: 'boss' });
  settings = { ...settings, ...saved };
  return settings;
}

async function retype(label: string, text: string) {
  await userEvent.clear(await screen.findByLabelText(label));
  await userEvent.type(field(label), text);
}

function field(label: string | RegExp) {
  return screen.getByLabelText<HTMLInputElement>(label);
}
