import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import MessagesPage from './messages-page.tsx';

const message = {
  ...{ id: 3, device: { id: 1, name: 'Shop phone' }, sender: 'bKash', text: 'You have received Tk 500.50 …' },
  ...{ state: 'unclaimed', reason: null, provider: 'bkash', kind: 'received', direction: 'in', amountPoisha: 50_050 },
  ...{ feePoisha: 0, balancePoisha: 1, reference: 'DH31AAAAA1', payer: '01700000001', memo: null },
  ...{ isLinked: false, rechargeId: null },
  ...{ at: '2026-08-03T04:01:00.000Z', storedAt: '2026-08-03T04:01:05.000Z' },
};
const phone = {
  ...{ id: 1, name: 'Shop phone', methods: ['Bkash'], sims: null, createdAt: '2026-08-01T00:00:00.000Z' },
  ...{ seenAt: null, messageAt: null, revokedAt: null },
};
const wording = {
  ...{ id: 5, provider: 'bkash', kind: 'received', direction: 'in', senders: ['bKash'], pattern: 'Got Tk {amount}' },
  ...{ examples: ['Got Tk 5', 'Got Tk 6'], addedAt: '2026-08-01T00:00:00.000Z' },
};

const imported = {
  ...{ rows: 4, added: 1, known: 1, skipped: 1 },
  refused: [{ line: 5, problem: 'The amount can not be read' }],
  sample: [{ at: '2026-08-03T04:01:00.000Z', reference: 'DH31AAAAA1', amountPoisha: 50_050, payer: null }],
};

let asked: [name: string, input: unknown][];
let save: () => unknown;
let remembered: object | null;
let importing: (apply: boolean) => unknown;
beforeEach(() => {
  asked = [];
  save = () => wording;
  remembered = null;
  importing = () => imported;
});
asAdmin(serve);

function serve(name: string, input: object) {
  asked.push([name, input]);
  if (name === 'admin.evidence.list') return { items: [message], nextCursor: null };
  if (name === 'admin.devices.list') return { items: [phone] };
  if (name === 'admin.devices.create') return { device: { ...phone, id: 2, name: 'New phone' }, secret: 'the secret' };
  if (name === 'admin.devices.revoke') return { ...phone, revokedAt: '2026-08-03T04:01:00.000Z' };
  if (name === 'admin.paymentMethods.list') return [{ id: 1, name: 'Bkash', kind: 'mobile' }];
  if (name === 'admin.evidence.wordings') return { items: [wording] };
  if (name === 'admin.evidence.tryWording') return { tried: 40, understood: 3, doubled: 1 };
  if (name === 'admin.evidence.mapping') return remembered;
  if (name === 'admin.evidence.import') return importing((input as { apply: boolean }).apply);
  if (name === 'admin.evidence.saveWording') return save();
  throw new Error(`the page has no business with ${name}`);
}

const inputOf = (name: string) => asked.filter(([each]) => each === name).at(-1)?.[1];

test('a message shows what was read in it; its state is a filter in the URL', async () => {
  renderScreen(<MessagesPage />, '/dashboard/messages');
  expect(await screen.findByText('bkash · received')).toBeDefined();
  for (const text of ['৳500.50', 'DH31AAAAA1', '01700000001']) expect(screen.getByText(text)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Held' }));
  expect(inputOf('admin.evidence.list')).toMatchObject({ state: 'held' });
});

test('a new phone shows its address and its secret, until both are in the app', async () => {
  renderScreen(<MessagesPage />, '/dashboard/messages?tab=devices');
  await userEvent.click(await screen.findByRole('button', { name: 'Add a phone' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), 'New phone');
  await userEvent.click(await dialog.findByRole('checkbox', { name: 'Bkash' }));
  await userEvent.type(dialog.getByLabelText(/^SIM 2/), '01700000000');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a phone' }));
  expect(await dialog.findByText('the secret')).toBeDefined();
  expect(dialog.getByText(`${location.origin}/hooks/sms/2`)).toBeDefined();
  expect(inputOf('admin.devices.create')).toEqual({
    name: 'New phone',
    methods: ['Bkash'],
    sims: { 2: '01700000000' },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(dialog.getByText('Put the secret into the app first')).toBeDefined();
  await userEvent.click(dialog.getByRole('checkbox'));
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a phone is revoked after a question', async () => {
  renderScreen(<MessagesPage />, '/dashboard/messages?tab=devices');
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Shop phone' }));
  expect(inputOf('admin.devices.revoke')).toBeUndefined();
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The phone is revoked')).toBeDefined();
  expect(inputOf('admin.devices.revoke')).toEqual({ id: 1 });
});

test('a wording is tried on the last messages, and a refusal stands beside its field', async () => {
  renderScreen(<MessagesPage />, '/dashboard/messages?tab=wordings');
  await userEvent.click(await screen.findByRole('button', { name: 'Change received of bkash' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Try it on the last messages' }));
  expect(await screen.findByText('Of the last 40 messages it reads 3 that were not understood.')).toBeDefined();
  const fields = { provider: 'bkash', senders: ['bKash'], examples: ['Got Tk 5', 'Got Tk 6'], id: 5 };
  expect(inputOf('admin.evidence.tryWording')).toMatchObject(fields);
  save = () => {
    throw new Refusal('bad_input', 'Refused', {}, { pattern: ['Money in needs the field {id}'] });
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Money in needs the field {id}')).toBeDefined();
});

const CSV = 'Date,"Trx ID",From,Credit\n03/08/2026 10:01,DH31AAAAA1,,500.50';
const sent = { provider: 'bkash', csv: CSV, mapping: { at: 'Date', reference: 'Trx ID', amount: 'Credit' } };

async function pasteStatement() {
  renderScreen(<MessagesPage />, '/dashboard/messages?tab=statements');
  await screen.findByRole('option', { name: 'bkash' });
  await userEvent.selectOptions(screen.getByLabelText('Provider'), 'bkash');
  screen.getByLabelText('Text of the statement').focus();
  await userEvent.paste(CSV);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a statement is previewed by its columns, and applied as it was previewed', async () => {
  await pasteStatement();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preview' }).disabled).toBe(true);
  await userEvent.selectOptions(await screen.findByLabelText('Time'), 'Date');
  await userEvent.selectOptions(screen.getByLabelText('Transaction ID'), 'Trx ID');
  await userEvent.selectOptions(screen.getByLabelText('Amount of money in'), 'Credit');
  await press('Preview');
  const region = within(await screen.findByRole('region', { name: 'Preview' }));
  expect(region.getByText('1 new, 1 known, 1 without money in, 1 not understood')).toBeDefined();
  expect(region.getByText('Line 5: The amount can not be read')).toBeDefined();
  expect(region.getByText('DH31AAAAA1')).toBeDefined();
  expect(inputOf('admin.evidence.import')).toEqual({ ...sent, apply: false });

  // Another choice needs another preview.
  await userEvent.selectOptions(screen.getByLabelText('Payer'), 'From');
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
  await press('Preview');
  await userEvent.click(await screen.findByRole('button', { name: 'Apply: add 1 payments' }));
  expect(await screen.findByText('1 payments added')).toBeDefined();
  expect(inputOf('admin.evidence.import')).toEqual({
    ...sent,
    mapping: { ...sent.mapping, payer: 'From' },
    apply: true,
  });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text of the statement').value).toBe('');
});

test('the columns of the last statement are chosen; a refusal is said, and what was chosen stays', async () => {
  remembered = { ...sent.mapping, payer: 'Gone' };
  importing = () => {
    throw new Refusal('bad_input', 'A quote in line 2 of the file is opened and never closed');
  };
  await pasteStatement();
  expect((await screen.findByLabelText<HTMLSelectElement>('Transaction ID')).value).toBe('Trx ID');
  await press('Preview');
  expect(await screen.findByText('A quote in line 2 of the file is opened and never closed')).toBeDefined();
  expect(inputOf('admin.evidence.import')).toEqual({ ...sent, apply: false });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text of the statement').value).toBe(CSV);
});
