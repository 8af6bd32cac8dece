import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { micros } from '#shared/money.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aSource, aSupplier } from '../../../testing/suppliers.ts';
import ServiceSources from './service-sources.tsx';

let sources: ReturnType<typeof aSource>[];
let suppliers: ReturnType<typeof aSupplier>[];
let pausedReason: string | null;
let refusal: Refusal | null;
/** All changes: the procedure and its input. */
let sent: [string, Record<string, unknown>][];

beforeEach(() => {
  sources = [aSource(), aSource({ position: 2, supplierId: 4, supplierName: 'Slow Panel', externalId: '7' })];
  suppliers = [aSupplier(), aSupplier({ id: 4, name: 'Slow Panel' })];
  pausedReason = null;
  refusal = null;
  sent = [];
});

asAdmin((name, input) => {
  if (name === 'admin.suppliers.list') return { items: suppliers };
  if (name === 'admin.services.setSources' || name === 'admin.services.resumeSource') {
    sent.push([name, input]);
    if (refusal) throw refusal;
    if (Array.isArray(input.sources)) sources = input.sources.map((source) => aSource(source as object));
    else sources = sources.map((source) => ({ ...source, pausedReason: null }));
  }
  return {
    sources,
    pricedByRule: true,
    marginPercent: null,
    appliedMarginPercent: 20,
    priceByRuleMicros: sources.length > 0 ? micros(1_080_000) : null,
    fieldsOfSupplier: [],
    pausedReason,
    pausedAt: null,
  };
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('the sources stand in order with cost, and a paused one with its reason and a key that resumes it', async () => {
  sources = [aSource(), aSource({ externalId: '7', pausedReason: 'refused', pausedText: 'Service disabled' })];
  pausedReason = 'below_cost';
  renderScreen(<ServiceSources serviceId={34} />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(within(first as HTMLElement).getByText('Cost $0.90 per 1000')).toBeDefined();
  const paused = within(second as HTMLElement);
  for (const text of ['Paused', 'The supplier refused the service.', 'Service disabled'])
    expect(paused.getByText(text)).toBeDefined();
  expect(screen.getByText('The rule makes $1.08 with 20 % margin.')).toBeDefined();
  expect(screen.getByText(/^This service is paused/)).toBeDefined();
  await press('Resume Fast Panel 7');
  await waitFor(() => expect(screen.queryByText('Paused')).toBeNull());
  expect(sent).toEqual([['admin.services.resumeSource', { id: 34, supplierId: 3, externalId: '7' }]]);
});

test('a source is tried earlier, added with Enter without saving the service, and removed', async () => {
  const onSubmit = vi.fn();
  renderScreen(
    <form onSubmit={onSubmit}>
      <ServiceSources serviceId={34} />
    </form>,
  );
  await press('Try Slow Panel 7 earlier');
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.selectOptions(screen.getByLabelText('Supplier'), '3');
  await press('Add source');
  expect(screen.getByText('Enter the number of the service there')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Number of the service there'), '৮৮{Enter}');
  await waitFor(() => expect(sent).toHaveLength(2));
  await press('Remove Fast Panel 88');
  await waitFor(() => expect(sent).toHaveLength(3));
  const keys = sent.map(([, input]) => input.sources);
  const [slow, fast] = [
    { supplierId: 4, externalId: '7' },
    { supplierId: 3, externalId: '55' },
  ];
  expect(keys).toEqual([
    [slow, fast],
    [slow, fast, { supplierId: 3, externalId: '88' }],
    [slow, fast],
  ]);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('the last source is removed after a question; a refusal leaves what is stored', async () => {
  sources = [aSource()];
  refusal = new Refusal('not_found', 'The supplier has no service 55.');
  renderScreen(<ServiceSources serviceId={34} />);
  await press('Remove Fast Panel 55');
  await press('Remove it');
  await screen.findByText('The supplier has no service 55.');
  await press('OK');
  expect(await screen.findByText('Cost $0.90 per 1000')).toBeDefined();
});

test('without suppliers there is nothing to add', async () => {
  sources = [];
  suppliers = [];
  renderScreen(<ServiceSources serviceId={34} />);
  await screen.findByText('Add a supplier first.');
  expect(screen.getByText('No source: orders of this service are handwork.')).toBeDefined();
});
