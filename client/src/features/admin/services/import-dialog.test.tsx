import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportedColumn, ImportedServices, ImportServicesInput } from '#shared/catalogue-file.ts';
import { switchTo, withAdminTexts } from '../../../i18n/switch-language.ts';
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
afterEach(async () => {
  vi.restoreAllMocks();
  await switchTo('en');
  cleanup();
});

const admin = { role: 'admin', matches: () => true } as const;

type Sent = Partial<ImportServicesInput>;

const outcome = (lines: ImportedServices['lines'], previewHash = 'a1'): ImportedServices => {
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const counts = {
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    error: count('error'),
  };
  return { columns: [], columnsFrom: 'headers', lines, counts, previewHash, applied: false };
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

const ownFile = new File(['id,price\n7,2.5'], 'prices.csv', { type: 'text/csv' });

async function open(answer: (sent: Sent, nth: number) => unknown, file = ownFile) {
  const sent: Sent[] = [];
  startSignedIn((name, input) => {
    if (name !== 'admin.services.import') return {};
    sent.push(input);
    return answer(input, sent.length);
  }, admin);
  const onClose = vi.fn<() => void>();
  renderScreen(<ImportDialog onClose={onClose} />);
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

test('services that get another name are counted, because the ids may be another panel’s', async () => {
  const named = { ...changed('1'), changes: [{ field: 'name' as const, from: 'Views', to: 'Likes' }] };
  await open(() => outcome([named, changed('1'), { ...named, line: 5, kind: 'create' as const }]));
  await press('Check the file');
  await screen.findByText('1 service gets another name');
});

const column = (header: string, sample: string, of: ImportedColumn['column']): ImportedColumn => {
  return { header, sample, column: of };
};
const foreign = [column('Service', 'Likes', 'name'), column('Rate', '$1', 'price'), column('My rate', '2', null)];

test('the columns of another panel are shown with a sample, changed, and sent with the check and the change', async () => {
  const { sent, onClose } = await open(({ mapping, apply = false }) => {
    const columns = foreign.map((each) => ({ ...each, column: each.header === 'My rate' ? null : each.column }));
    return { ...outcome([changed('1')]), columns, columnsFrom: mapping ? 'mapping' : 'guess', applied: apply };
  });
  await press('Check the file');
  const price: HTMLSelectElement = await screen.findByLabelText('Price for 1,000 *');
  expect(price.value).toBe('Rate');
  expect(screen.getByText('$1')).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('Category *').value).toBe('');
  expect(screen.queryByRole('button', { name: /Apply/ })).toBeNull();
  await userEvent.selectOptions(price, 'My rate');
  await press('Check the file');
  await screen.findByText('Not used: My rate');
  await press('Apply 1 change');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const mapping = { name: 'Service', price: 'My rate' };
  expect(sent.slice(1)).toEqual([
    { csv: 'id,price\n7,2.5', apply: false, mapping },
    { csv: 'id,price\n7,2.5', apply: true, previewHash: 'a1', mapping },
  ]);
});

test('a file whose columns are unknown asks for them, and remembered ones can be changed', async () => {
  const { sent } = await open(({ mapping }) => {
    const columns = [column('Dienst', 'Likes', null)];
    if (!mapping) throw new Refusal('bad_input', 'There is no column "Dienst"', { columns }, { csv: ['x'] });
    return { ...outcome([changed('1')]), columns, columnsFrom: 'remembered' };
  });
  await press('Check the file');
  await userEvent.selectOptions(await screen.findByLabelText('Service name *'), 'Dienst');
  expect(screen.getByRole('alert').textContent).toContain('There is no column "Dienst"');
  await press('Check the file');
  await press('Change the columns');
  expect(screen.getByLabelText<HTMLSelectElement>('Service name *').value).toBe('Dienst');
  await userEvent.selectOptions(screen.getByLabelText('Service name *'), 'Not in the file');
  await press('Check the file');
  expect(sent.slice(1).map(({ mapping }) => mapping)).toEqual([{ name: 'Dienst' }, {}]);
  await press('Change the columns');
  await press('Choose another file');
  expect(screen.getByText('prices.csv')).toBeTruthy();
});

test('lines that can’t be taken are left out if the admin says so', async () => {
  const { sent, onClose } = await open(({ skipFaulty, apply = false }) => {
    return { ...outcome([changed('1'), wrong], skipFaulty ? 'c3' : 'a1'), applied: apply };
  });
  await press('Check the file');
  await userEvent.click(await screen.findByLabelText('Leave out the lines that can’t be taken'));
  await press('Apply 1 change');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.at(-1)).toMatchObject({ apply: true, skipFaulty: true, previewHash: 'c3' });
});

test('where only faulty lines and unchanged ones are there, leaving them out writes nothing, and the dialog says so', async () => {
  const { sent } = await open(() => outcome([same, wrong]));
  await press('Check the file');
  await userEvent.click(await screen.findByLabelText('Leave out the lines that can’t be taken'));
  expect(await screen.findByText(/Nothing is written while a line can’t be taken/)).toBeDefined();
  await screen.findByRole('button', { name: 'Choose another file' });
  expect(sent).toHaveLength(2);
});

test('while a change is applied, the choice of its lines stays', async () => {
  const { promise, resolve } = Promise.withResolvers<ImportedServices>();
  const { sent, onClose } = await open(({ apply }) => (apply ? promise : outcome([changed('1'), wrong])));
  await press('Check the file');
  const leaveOut: HTMLInputElement = await screen.findByLabelText('Leave out the lines that can’t be taken');
  await userEvent.click(leaveOut);
  await press('Apply 1 change');
  await userEvent.click(leaveOut);
  expect(leaveOut.checked).toBe(true);
  resolve(outcome([changed('1'), wrong]));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ apply }) => apply)).toEqual([false, false, true]);
});

test('why a line, or all of them, can’t be taken is said in Bengali', async () => {
  await withAdminTexts(Promise.resolve());
  const messages = [{ field: 'price' as const, message: '“1,250” can be read as 1.250 or 1250' }];
  await open((_, nth) => {
    if (nth === 1) return outcome([{ ...wrong, messages }]);
    const said = nth === 2 ? "A line can't be taken." : "12 lines can't be taken.";
    throw new Refusal('bad_input', `${said} Nothing was written.`);
  });
  await press('Check the file');
  await screen.findByText(/can be read as/);
  await act(() => switchTo('bn'));
  await screen.findByText(/“১,২৫০” দুভাবে পড়া যায়: ১.২৫০ বা ১২৫০/);
  for (const said of ['একটি লাইন নেওয়া যায়নি।', '১২টি লাইন নেওয়া যায়নি।']) {
    await userEvent.click(screen.getByRole('checkbox'));
    await screen.findByText(new RegExp(said));
  }
});

test('a file in UTF-16 is decoded, and a workbook is refused in words', async () => {
  const utf16 = Uint8Array.from([0xff, 0xfe, ...[...'id\n7'].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  const { sent } = await open(() => outcome([same]), new File([utf16], 'prices.csv'));
  const workbook = new File(['PK\u0003\u0004'], 'prices.xlsx');
  await userEvent.upload(screen.getByLabelText('CSV file'), workbook);
  expect((await screen.findByRole('alert')).textContent).toContain('save it as “CSV UTF-8”');
  expect(screen.getByText('prices.csv')).toBeTruthy();
  await press('Check the file');
  await screen.findByText('The catalogue says all of this already.');
  expect(sent).toEqual([{ csv: 'id\n7', apply: false }]);
});
