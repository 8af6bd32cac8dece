import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { moneySum } from '#shared/money-sum.ts';
import type { ProfitPage as Page, ProfitFigures } from '#shared/reports.ts';
import { profitTexts } from '../../../i18n/en/admin/profit.ts';
import { withSupplierTexts } from '../../../i18n/supplier-texts.ts';
import { switchTo } from '../../../i18n/switch-language.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import ProfitPage from './profit-page.tsx';

const inputs: Record<string, unknown>[] = [];
beforeEach(() => void (inputs.length = 0));

const figures: ProfitFigures = {
  orders: 2,
  earnedNanos: moneySum('3000000000'),
  costNanos: moneySum('2500000001'),
  profitNanos: moneySum('499999999'),
  unknownOrders: 1,
  unknownEarnedNanos: moneySum('7000000000'),
};
const rows: Record<string, Page['items']> = {
  day: [{ id: null, name: '2026-03-01', ...figures }],
  service: [
    { id: 34, name: 'Page Likes', ...figures, costNanos: moneySum('4000000000'), profitNanos: moneySum('-1000000000') },
  ],
  supplier: [{ id: null, name: '', ...figures, orders: 0 }],
  customer: [{ id: 7, name: 'rahim', ...figures }],
};
asAdmin((name, input) => {
  if (name !== 'admin.reports.profit') throw new Error(`${name} has no answer here`);
  inputs.push(input);
  return { items: rows[input.by as string], nextCursor: null, totals: figures };
});

const open = (query = '') => renderScreen(<ProfitPage />, `/dashboard/profit${query}`);

test('a day has its figures, and the orders without a known cost apart', async () => {
  open('?from=2026-03-01&to=2026-03-31');
  const row = within((await screen.findByText('March 1st, 2026')).closest('tr') as HTMLElement);
  for (const text of ['2', '$3.00', /^1 order/]) expect(row.getByText(text)).toBeDefined();
  expect(inputs[0]).toMatchObject({ from: '2026-03-01', to: '2026-03-31', by: 'day' });
  const total = within(screen.getByRole('region', { name: 'Total' }));
  expect(total.getByText('$7.00')).toBeDefined();
});

test.each([
  ['Service', 'Page Likes', '/dashboard/manageOrders?status=all&service=34'],
  ['Customer', 'rahim', '/dashboard/users/7'],
])('rows by %s link to their page', async (chip, name, href) => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: chip }));
  const link = (await screen.findAllByText(name)).map((each) => each.closest('a')?.getAttribute('href'));
  expect(link).toContain(href);
});

test('orders that no supplier has are a row of their own', async () => {
  open('?by=supplier');
  expect(await screen.findByText('Not bought at a supplier')).toBeDefined();
});

test.each(['en', 'bn'] as const)('the fields have the days of the report, in %s', async (language) => {
  await switchTo(language);
  await withSupplierTexts(Promise.resolve());
  open('?to=2026-03-31');
  const { fromDay, toDay } = profitTexts.get();
  expect((await screen.findByLabelText<HTMLInputElement>(fromDay)).value).toBe('2026-03-02');
  fireEvent.change(screen.getByLabelText(toDay), { target: { value: '' } });
  fireEvent.blur(screen.getByLabelText(toDay));
  await waitFor(() =>
    expect(inputs.at(-1)).toMatchObject({ to: screen.getByLabelText<HTMLInputElement>(toDay).value }),
  );
  expect(inputs.at(-1)).toMatchObject({ from: screen.getByLabelText<HTMLInputElement>(fromDay).value });
  await switchTo('en');
});

test('days that make no period are replaced by the last thirty', async () => {
  open('?from=2026-04-01&to=2026-03-31');
  await screen.findByText('March 1st, 2026');
  expect(inputs[0]).toMatchObject({ from: '2026-03-02', to: '2026-03-31' });
  const total = within(screen.getByRole('region', { name: 'Total' }));
  expect(total.getByText(/^March 2nd, 2026 to March 31st, 2026\. From is after To/)).toBeDefined();
});
