import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportedServices } from '#shared/catalogue-file.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import ImportDialog from './import-dialog.tsx';

/** jsdom has no layout: every line has its estimated height. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320);
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const admin = { role: 'admin', matches: () => true } as const;

type Sent = { csv: string; apply: boolean; previewHash?: string };

const outcome = (lines: ImportedServices['lines'], previewHash = 'a1'): ImportedServices => {
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const counts = {
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    error: count('error'),
  };
  return { lines, counts, previewHash, applied: false };
};
const changed = (from: string, to = '2.5') => ({
  line: 2,
  kind: 'update' as const,
  id: 7,
  name: 'Likes',
  changes: [{ field: 'price' as const, from, to }],
  messages: [],
});
const same = { line: 3, kind: 'unchanged' as const, id: 8, name: 'Views', changes: [], messages: [] };
const wrong = {
  line: 4,
  kind: 'error' as const,
  id: null,
  name: 'Shares',
  changes: [],
  messages: [{ field: 'price' as const, message: 'Price is required' }],
};

async function open(answer: (sent: Sent, nth: number) => unknown) {
  const sent: Sent[] = [];
  startSignedIn((name, input) => {
    if (name !== 'admin.services.import') return {};
    sent.push(input as unknown as Sent);
    return answer(input as unknown as Sent, sent.length);
  }, admin);
  const onClose = vi.fn<() => void>();
  renderScreen(<ImportDialog onClose={onClose} />);
  const file = new File(['id,price\n7,2.5'], 'prices.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('CSV file'), file);
  await screen.findByText('prices.csv');
  return { sent, onClose };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a file is previewed line by line before it is applied, and then applied as previewed', async () => {
  const { sent, onClose } = await open(({ apply }) => ({ ...outcome([changed('1'), same]), applied: apply }));
  await press('Check the file');
  const list = await screen.findByRole('region', { name: 'What would be done' });
  expect(within(list).getByText('Likes')).toBeTruthy();
  expect(list.textContent).toContain('price 1 → 2.5');
  expect(within(list).queryByText('Views')).toBeNull();
  expect(screen.getByText('1 unchanged')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await press('Apply 1 change');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { csv: 'id,price\n7,2.5', apply: false },
    { csv: 'id,price\n7,2.5', apply: true, previewHash: 'a1' },
  ]);
});

test('with a refused line nothing can be applied, and the line has a reason', async () => {
  const { sent } = await open(() => outcome([changed('1'), wrong]));
  await press('Check the file');
  const list = await screen.findByRole('region', { name: 'What would be done' });
  const [first] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('price: Price is required');
  expect(screen.queryByRole('button', { name: /Apply/ })).toBeNull();
  await press('Choose another file');
  expect(screen.getByText('prices.csv')).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test('if the catalogue has changed nothing is applied, and the new preview is displayed', async () => {
  const { sent, onClose } = await open(({ apply, previewHash }, nth) => {
    if (apply && previewHash === 'a1')
      throw new Refusal('catalogue_changed', 'The catalogue has changed since this preview.');
    return outcome([changed(nth === 1 ? '1' : '9')], nth === 1 ? 'a1' : 'b2');
  });
  await press('Check the file');
  await screen.findByText(/price 1 →/);
  await press('Apply 1 change');
  await screen.findByText(/price 9 →/);
  expect(screen.getByRole('alert').textContent).toContain('Nothing was written');
  await press('Apply 1 change');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.at(-1)?.previewHash).toBe('b2');
});

test('a failure is displayed in the dialog, and neither the file nor its preview is lost', async () => {
  let isOffline = true;
  await open(({ apply }) => {
    if (!isOffline) return { ...outcome([changed('1')]), applied: apply };
    throw new TypeError('Failed to fetch');
  });
  await press('Check the file');
  expect((await screen.findByRole('alert')).textContent).toContain("The file can't be checked");
  expect(screen.getByText('prices.csv')).toBeTruthy();
  isOffline = false;
  await press('Check the file');
  await screen.findByRole('button', { name: 'Apply 1 change' });
  isOffline = true;
  await press('Apply 1 change');
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was written');
  expect(screen.getByText(/price 1 →/)).toBeTruthy();
});

test('lines can be pasted, and closing asks for a confirmation', async () => {
  startSignedIn(() => outcome([same]), admin);
  const onClose = vi.fn<() => void>();
  renderScreen(<ImportDialog onClose={onClose} />);
  await press('Check the file');
  expect(screen.getByRole('alert').textContent).toContain('Choose a file or paste its lines first');
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste('id,price\n8,1');
  await press('Cancel');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  await press('Check the file');
  await screen.findByText('The catalogue says all of this already.');
});
