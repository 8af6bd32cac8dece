import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { micros } from '#shared/money.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aQuality, aSource, aSupplier } from '../../../testing/suppliers.ts';
import { blankService, changedServiceForm } from './service-form.ts';
import ServiceSources from './service-sources.tsx';

let sources: ReturnType<typeof aSource>[];
let qualities: ReturnType<typeof aQuality>[];
let suppliers: ReturnType<typeof aSupplier>[];
let pausedReason: string | null;
let refusal: Refusal | null;
let rule: { pricedByRule: boolean; marginPercent: number | null };
let priceCursors: unknown[];
/** All changes: the procedure and its input. */
let sent: [string, Record<string, unknown>][];

beforeEach(() => {
  sources = [aSource(), aSource({ position: 2, supplierId: 4, supplierName: 'Slow Panel', externalId: '7' })];
  suppliers = [aSupplier(), aSupplier({ id: 4, name: 'Slow Panel' })];
  qualities = [];
  pausedReason = null;
  refusal = null;
  rule = { pricedByRule: true, marginPercent: null };
  priceCursors = [];
  sent = [];
});

asAdmin((name, input) => {
  if (name === 'admin.suppliers.quality') {
    expect(input).toEqual({ serviceId: 34 });
    return { items: qualities };
  }
  if (name === 'admin.suppliers.list') return { items: suppliers };
  if (name === 'admin.services.prices') {
    const { cursor = null } = input;
    priceCursors.push(cursor);
    return cursor === null
      ? { items: [{ priceMicros: micros(1_080_000), byRule: true, at: NEWER }], nextCursor: '1' }
      : { items: [{ priceMicros: micros(990_000), byRule: false, at: OLDER }], nextCursor: null };
  }
  if (name === 'admin.services.setPriceRule') {
    sent.push([name, input]);
    if (refusal) throw refusal;
    const { marginPercent = rule.marginPercent } = input as Partial<typeof rule>;
    rule = { pricedByRule: input.byRule === true, marginPercent };
  }
  if (name === 'admin.services.setSources' || name === 'admin.services.resumeSource') {
    sent.push([name, input]);
    if (refusal) throw refusal;
    if (Array.isArray(input.sources)) sources = input.sources.map((source) => aSource(source as object));
    else sources = sources.map((source) => ({ ...source, pausedReason: null }));
  }
  return {
    sources,
    ...rule,
    appliedMarginPercent: rule.marginPercent ?? 20,
    priceByRuleMicros: sources.length > 0 ? micros(1_080_000) : null,
    fieldsOfSupplier: [],
    pausedReason,
    pausedAt: null,
  };
});

function Sources() {
  const form = useSchemaForm(changedServiceForm, blankService);
  return <ServiceSources serviceId={34} form={form} onChanged={() => Promise.resolve()} />;
}

const NEWER = '2026-01-31T10:00:00.000Z';
const OLDER = '2026-01-01T10:00:00.000Z';

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('the sources stand in order with cost, and a paused one with its reason and a key that resumes it', async () => {
  sources = [aSource(), aSource({ externalId: '7', pausedReason: 'refused', pausedText: 'Service disabled' })];
  pausedReason = 'below_cost';
  renderScreen(<Sources />);
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

test('each source has a line that says how it delivers, with as much as its purchases say', async () => {
  const few = aQuality({
    supplierId: 4,
    externalId: '7',
    accepted: 2,
    started: 2,
    completed: 2,
    partial: 0,
    canceled: 0,
  });
  sources.push(aSource({ position: 3, externalId: '99' }));
  qualities = [aQuality(), aQuality({ ...few, refillsAsked: 0 })];
  renderScreen(<Sources />);
  const since = 'since January 31st, 2026';
  expect((await screen.findByText(/^1,234 purchases/)).textContent).toBe(
    `1,234 purchases ${since}; starts in 4 min · 90 %: 30 min; finishes in 95 min · 90 %: 10 h; partial 4 %; canceled 1 %; refills kept 4 of 5`,
  );
  expect(screen.getByText(`2 purchases ${since}; too few to say more`)).toBeDefined();
  expect(screen.getByText('No purchases in the last 30 days')).toBeDefined();
});

test('a source is tried earlier, added with Enter without saving the service, and removed', async () => {
  const onSubmit = vi.fn<() => void>();
  renderScreen(
    <form onSubmit={onSubmit}>
      <Sources />
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
  renderScreen(<Sources />);
  await press('Remove Fast Panel 55');
  await press('Remove it');
  await screen.findByText('The supplier has no service 55.');
  await press('OK');
  expect(await screen.findByText('Cost $0.90 per 1000')).toBeDefined();
});

test('without suppliers there is nothing to add', async () => {
  sources = [];
  suppliers = [];
  renderScreen(<Sources />);
  await screen.findByText('Add a supplier first.');
  expect(screen.getByText('No source: orders of this service are handwork.')).toBeDefined();
});

test('a price set by hand follows the cost again, with an own margin; Enter in the margin saves nothing', async () => {
  rule.pricedByRule = false;
  const onSubmit = vi.fn<() => void>();
  renderScreen(
    <form onSubmit={onSubmit}>
      <Sources />
    </form>,
  );
  await screen.findByText(/^The price is set by hand/);
  const margin = screen.getByLabelText(/^Own margin/);
  await userEvent.type(margin, 'much{Enter}');
  expect(screen.getByText('Enter a percentage from 0 to 10,000')).toBeDefined();
  await userEvent.clear(margin);
  await userEvent.type(margin, '১২.৫{Enter}');
  expect(sent).toEqual([]);
  await press('Let the price follow the cost');
  await screen.findByText(/^The price follows the cost/);
  expect(screen.getByText('The rule makes $1.08 with 12.5 % margin.')).toBeDefined();
  await userEvent.clear(margin);
  await press('Change the margin');
  await screen.findByText('The rule makes $1.08 with 20 % margin.');
  await press('Keep this price');
  await screen.findByText(/^The price is set by hand/);
  const name = 'admin.services.setPriceRule';
  expect(sent).toEqual([
    [name, { id: 34, byRule: true, marginPercent: 12.5 }],
    [name, { id: 34, byRule: true, marginPercent: null }],
    [name, { id: 34, byRule: false }],
  ]);
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a rule that is refused says why, and what was typed stays', async () => {
  rule.pricedByRule = false;
  refusal = new Refusal('bad_input', 'The price by this rule would be nothing or too large');
  renderScreen(<Sources />);
  await userEvent.type(await screen.findByLabelText(/^Own margin/), '9000');
  await press('Let the price follow the cost');
  await screen.findByText('The price by this rule would be nothing or too large');
  await press('OK');
  expect(screen.getByLabelText<HTMLInputElement>(/^Own margin/).value).toBe('9000');
});

test('the price history is read when it is opened, page by page', async () => {
  renderScreen(<Sources />);
  const details = (await screen.findByText('Price history')).closest('details') as HTMLDetailsElement;
  expect(priceCursors).toEqual([]);
  details.open = true;
  fireEvent(details, new Event('toggle'));
  const history = within(await screen.findByRole('list', { name: 'Price history' }));
  expect(history.getByText('$1.08')).toBeDefined();
  expect(history.getByText('by the rule')).toBeDefined();
  await press('Older prices');
  expect(await history.findByText('$0.99')).toBeDefined();
  expect(history.getByText('by hand')).toBeDefined();
  expect(priceCursors).toEqual([null, '1']);
});
