import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aQuality, aSupplier } from '../../../testing/suppliers.ts';
import QualitySection from './quality-section.tsx';

let items: ReturnType<typeof aQuality>[];

asAdmin((name, input) => {
  expect([name, input]).toEqual(['admin.suppliers.quality', { supplierId: 3 }]);
  return { items };
});

async function cellsOf(service: RegExp) {
  const link = await screen.findByRole('link', { name: service });
  const row = link.closest('tr');
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .slice(1)
    .map(({ textContent }) => textContent);
}

test('a service has its times, shares, refills and price moves, and few purchases say nothing', async () => {
  const rare = { serviceId: 35, serviceName: 'Rare', accepted: 6, started: 4, completed: 3, partial: 1, canceled: 0 };
  items = [
    aQuality(),
    aQuality({ ...rare, refillsAsked: 0, refillsDone: 0, servicePriceRises: 0, servicePriceFalls: 0 }),
  ];
  renderScreen(<QualitySection supplier={aSupplier()} />);
  expect(await cellsOf(/Page Likes/)).toEqual([
    ...['1,234', '4 min · 90 %: 30 min', '95 min · 90 %: 10 h', '4 %', '1 %', '4 of 5', '↑3 ↓13 up, 1 down'],
  ]);
  expect(await cellsOf(/Rare/)).toEqual(['6', 'too few', 'too few', 'too few', 'too few', '–', '–']);
  expect(screen.getByText(/^Purchases accepted since January 31st, 2026\./)).toBeDefined();
  expect(screen.getByRole('link', { name: /Rare/ }).getAttribute('href')).toBe(
    '/dashboard/manageOrders?status=all&service=35',
  );
});

test('a supplier without purchases says so', async () => {
  items = [];
  renderScreen(<QualitySection supplier={aSupplier()} />);
  expect(await screen.findByText('No purchases in the last 30 days.')).toBeDefined();
});
