import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { anOrder } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { FileRequestsButton } from './file-requests-button.tsx';

interface Filed {
  kind: string;
  orderIds: number[];
  requestId: string;
}

/** The calls of the dialog. */
const checks: unknown[] = [];
const filings: Filed[] = [];
/** Thrown by the next filing, after it was carried out. */
let failure: Error | undefined;
/** Orders for which a request was made after the check. */
let taken: number[];

beforeEach(() => {
  checks.length = 0;
  filings.length = 0;
  failure = undefined;
  taken = [];
  // jsdom has no layout: every line has its estimated height.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320);
});
afterEach(() => vi.restoreAllMocks());
asAdmin(serve);

const possible = { possible: true, block: null, at: null };
const blocks: Partial<Record<number, object | null>> = {
  404: null,
  11: { possible: false, block: 'service', at: null },
  12: { possible: false, block: 'status', at: null },
  13: { possible: false, block: 'open_request', at: null },
  14: { possible: false, block: 'cool_down', at: '2026-02-01T10:00:00.000Z' },
  15: { possible: false, block: 'period_over', at: '2026-02-01T10:00:00.000Z' },
};

function serve(name: string, input: Record<string, unknown>) {
  const orderIds = (input.orderIds ?? []) as number[];
  if (name === 'admin.requests.check') {
    checks.push(input);
    const items = orderIds.map((orderId) => {
      const askable = orderId in blocks ? blocks[orderId] : possible;
      return { orderId, askable, order: askable && anOrder({ id: orderId }) };
    });
    return { items };
  }
  if (name === 'admin.requests.file') {
    filings.push(input as unknown as Filed);
    const thrown = failure;
    failure = undefined;
    if (thrown) throw thrown;
    const items = orderIds.map((orderId) => {
      if (taken.includes(orderId)) return { orderId, askable: blocks[13], request: null };
      return { orderId, askable: possible, request: { id: 500 + orderId } };
    });
    return { items };
  }
  return { items: [], nextCursor: null };
}

const SEND = '{Control>}{Enter}{/Control}';

async function paste(text: string): Promise<HTMLElement> {
  renderScreen(<FileRequestsButton />);
  await userEvent.click(screen.getByRole('button', { name: 'File requests' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByLabelText(/Order numbers/));
  await userEvent.paste(text);
  return dialog;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

test('pasted numbers are checked and filed, each kind by itself', async () => {
  await paste('1, 2 refill\n3 cancel\nplease 4');
  expect(await screen.findByText('4 numbers read.')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Speed-up');
  await press('Check');
  await screen.findByText('4 can be filed');
  expect(checks).toEqual([
    { kind: 'refill', orderIds: [1, 2] },
    { kind: 'cancel', orderIds: [3] },
    { kind: 'speed_up', orderIds: [4] },
  ]);
  expect(filings).toEqual([]);
  await press('File 4 requests');
  await screen.findByText('4 requests filed', { selector: '[role=dialog] *' });
  expect(filings.map(({ kind, orderIds }) => ({ kind, orderIds }))).toEqual(checks);
  await press('Done');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an order that can not be filed has its reason, and is left out', async () => {
  await paste('404 1 11 12 13 14 15 refill');
  await press('Check');
  await screen.findByText('6 can’t be filed');
  const reasons = (await lines()).join('\n');
  for (const why of [
    /#404There is no such order/,
    /#11.*Its service has no refill/,
    /#12.*Not for an order that is pending/,
    /#13.*Another request about it is open/,
    /#14.*The last request is too recent: possible .*2026/,
    /#15.*Its refill period ended .*2026/,
  ]) {
    expect(reasons).toMatch(why);
  }
  await press('File 1 request');
  await screen.findByText('1 request filed', { selector: '[role=dialog] *' });
  expect(filings).toMatchObject([{ kind: 'refill', orderIds: [1] }]);
});

test('a retry after a lost response has the same key, and leaves out filed requests', async () => {
  failure = new TypeError('Failed to fetch');
  await paste('1 refill 2 cancel');
  await press('Check');
  await press(await whenThere(/^File 2 requests$/));
  await screen.findByText('No answer came. Trying again files each request once only.');
  await press('Try again');
  await screen.findByText('2 requests filed', { selector: '[role=dialog] *' });
  const [first, again, cancel] = filings;
  expect(filings.map(({ kind }) => kind)).toEqual(['refill', 'refill', 'cancel']);
  expect(again?.requestId).toBe(first?.requestId);
  expect(cancel?.requestId).not.toBe(first?.requestId);
});

test('an order that got a request since the check is refused with the reason', async () => {
  taken = [2];
  await paste('1 2');
  await press('Check');
  await press(await whenThere(/^File 2 requests$/));
  await screen.findByText('1 can’t be filed');
  expect((await lines())[0]).toMatch(/#2.*Another request about it is open/);
});

test('no number, or too many, is an error before anything is sent', async () => {
  await paste('hello');
  await press('Check');
  expect(await screen.findByText('Paste at least one order number')).toBeDefined();
  expect(screen.getByText(/Not read: hello/)).toBeDefined();
  await userEvent.click(screen.getByLabelText(/Order numbers/));
  await userEvent.paste(` ${Array.from({ length: 501 }, (_, at) => at + 1).join(' ')}`);
  await press('Check');
  expect(await screen.findByText('At most 500 orders at a time. These are 501.')).toBeDefined();
  expect(checks).toEqual([]);
});

test('the dialog works with Ctrl-Enter alone', async () => {
  await paste('1 refill');
  await userEvent.keyboard(SEND);
  await screen.findByText('1 can be filed');
  await userEvent.keyboard(SEND);
  await screen.findByText('1 request filed', { selector: '[role=dialog] *' });
  await userEvent.keyboard(SEND);
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a long paste is read to its end', async () => {
  await paste(`${'hello '.repeat(4_000)}7 refill`);
  expect(await screen.findByText(/^1 number read\./)).toBeDefined();
  await press('Check');
  await screen.findByText('1 can be filed');
  expect(checks).toEqual([{ kind: 'refill', orderIds: [7] }]);
});

test('closing the dialog with pasted numbers asks first', async () => {
  await paste('1 refill');
  await press('Cancel');
  expect(await screen.findByRole('alertdialog')).toBeDefined();
});

/** The name of a button once it is there. */
async function whenThere(pattern: RegExp): Promise<RegExp> {
  await screen.findByRole('button', { name: pattern });
  return pattern;
}
