import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { requestStatusAfter } from '#shared/request-status.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { aJob } from '../../../testing/jobs.ts';
import { aRequest } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aUser } from '../../../testing/users.ts';
import type { Job } from '../jobs/job-state.ts';
import ManageRequestsPage from './manage-requests-page.tsx';
import type { Request } from './request-decisions.ts';

/** The requests in the database, the decisions on them, and the started jobs. */
let requests: Request[];
const decided: unknown[] = [];
const started: unknown[] = [];
const listed: unknown[] = [];
const jobs: Job[] = [];
const replies = [
  { id: 1, title: 'Still full', text: 'Dear {name}, {order} is still full.', textBn: 'প্রিয় {name}, {order} পুরো আছে।' },
  { id: 2, title: 'Later', text: 'Ask again tomorrow.', textBn: 'আগামীকাল আবার বলুন।' },
];
let language: 'en' | 'bn' | null;
/** Whether the suppliers of the orders may deliver them. */
let mayDeliver: boolean;

beforeEach(() => {
  localStorage.setItem('decisionWait', 'off');
  Element.prototype.scrollIntoView = () => undefined;
  for (const list of [decided, started, listed, jobs]) list.length = 0;
  language = null;
  mayDeliver = false;
});

/** A short version of the server's rules. */
function serve(name: string, input: Record<string, unknown>) {
  const request = requests.find(({ id }) => id === input.id);
  if (name === 'admin.users.get') {
    return { ...aUser({ name: 'Karim Mia', language }), balanceNanos: 0, counts: { orders: 1, tickets: 0 } };
  }
  if (name === 'admin.requests.decide' && request) {
    if (input.expectedStatus !== request.status) {
      throw new Refusal('already_decided', 'Decided.', { status: request.status, decidedBy: 'boss' });
    }
    if (mayDeliver && input.confirmSupplierMayDeliver !== true) throw new Refusal('supplier_may_deliver');
    decided.push(input);
    request.status = requestStatusAfter[input.decision as keyof typeof requestStatusAfter];
    return request;
  }
  if (name === 'admin.jobs.start') {
    started.push(input);
    jobs.push(aJob({ kind: 'requests', decision: 'accept', total: 2 }));
    return { job: jobs[0] };
  }
  if (name === 'admin.jobs.get') return { job: jobs[0], rows: [] };
  if (name === 'admin.requests.get')
    return { ...request, events: [event('pending', null), event('rejected', 'Too early')] };
  if (name === 'admin.orders.get') {
    const other = { ...aRequest({ id: 77, kind: 'cancel', status: 'rejected' }), events: [] };
    return { ...requests[0]?.order, events: [], comments: null, requests: [other, { ...requests[0], events: [] }] };
  }
  if (name !== 'admin.requests.list') return { items: [], nextCursor: null };
  listed.push(input);
  return { items: requests, nextCursor: null };
}
asAdmin(serve, { desk: { jobs, replies } });

function event(status: Request['status'], reason: string | null) {
  const by = reason ? 'admin' : 'customer';
  return { seq: reason ? 1 : 0, status, by, byName: null, reason, at: '2026-02-01T10:00:00.000Z' };
}

const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(document.body, { key }));

test('open requests are listed, oldest first; a cancel can be accepted, a refill also done', async () => {
  requests = [aRequest({ id: 1 }), aRequest({ id: 2, kind: 'cancel', order: { id: 70, status: 'pending' } })];
  renderScreen(<ManageRequestsPage />);
  const [refill, cancel] = await rows();
  expect(listed[0]).toMatchObject({ status: 'open', sort: 'oldest' });
  expect(buttonsOf(refill)).toEqual([
    'Open request 1',
    'Accept request 1',
    'Reject request 1',
    'Mark request 1 as done',
  ]);
  expect(buttonsOf(cancel)).toEqual(['Open request 2', 'Accept request 2', 'Reject request 2']);
  expect(within(cancel).getByRole('link', { name: '70' }).getAttribute('href')).toContain('order=70');
});

test('an accepted request asks for Done', async () => {
  requests = [aRequest({ id: 1, status: 'accepted' }), aRequest({ id: 2, kind: 'cancel', status: 'accepted' })];
  renderScreen(<ManageRequestsPage />, '/?status=accepted');
  const [refill, cancel] = await rows();
  expect(buttonsOf(refill)).toEqual(['Open request 1', 'Mark request 1 as done', 'Reject request 1']);
  expect(buttonsOf(cancel)).toEqual(['Open request 2']);
});

test.each([
  { key: 'a', kind: 'refill', says: 'The customer karim reads that work on order 9 has begun. No money has moved.' },
  { key: 'a', kind: 'cancel', says: 'Order 9 is rejected. $10.00 went back to karim.' },
  { key: 'd', kind: 'speed_up', says: 'The request about order 9 of karim is done. No money has moved.' },
] as const)('the key $key decides a $kind and the page says its outcome', async ({ key, kind, says }) => {
  requests = [aRequest({ id: 1, kind, order: { id: 9 } })];
  renderScreen(<ManageRequestsPage />);
  await rows();
  press('j', key);
  expect(await screen.findByText(says)).toBeDefined();
  const decision = key === 'a' ? 'accept' : 'done';
  expect(decided).toEqual([{ id: 1, decision, expectedStatus: 'pending' }]);
});

test('a key that does not fit the request does nothing', async () => {
  requests = [aRequest({ id: 1, kind: 'cancel' })];
  renderScreen(<ManageRequestsPage />);
  await rows();
  press('j', 'd', 'a');
  await vi.waitFor(() => expect(decided).toMatchObject([{ decision: 'accept' }]));
});

test('accepting goes on with the next pending request, Done with the next accepted one', async () => {
  requests = [
    aRequest({ id: 1 }),
    aRequest({ id: 2, status: 'accepted' }),
    aRequest({ id: 3 }),
    aRequest({ id: 4, status: 'accepted' }),
  ];
  renderScreen(<ManageRequestsPage />);
  await rows();
  press('j', 'a', 'a');
  await vi.waitFor(() => expect(decided).toMatchObject([{ id: 1 }, { id: 3 }]));
  const third = ['Open request 3', 'Mark request 3 as done', 'Reject request 3'];
  await vi.waitFor(() => expect(screen.getAllByRole('row').slice(1).map(buttonsOf)[2]).toEqual(third));
  press('k', 'd', 'd');
  await vi.waitFor(() => expect(decided.slice(2)).toMatchObject([{ id: 2 }, { id: 3 }]));
});

test('a request that another admin has decided is not decided again', async () => {
  requests = [aRequest({ id: 1, order: { id: 9 } })];
  renderScreen(<ManageRequestsPage />);
  await rows();
  requests = [aRequest({ id: 1, status: 'done', order: { id: 9 } })];
  press('j', 'a');
  expect(await screen.findByText('already marked done by boss. Nothing has moved.')).toBeDefined();
  expect(decided).toEqual([]);
});

test.each([
  { to: 'en' as const, reason: 'Dear Karim Mia, order #9 is still full.' },
  { to: 'bn' as const, reason: 'প্রিয় Karim Mia, অর্ডার #9 পুরো আছে।' },
  {
    to: null,
    reason: 'Dear Karim Mia, order #9 is still full.\n\nপ্রিয় Karim Mia, অর্ডার #9 পুরো আছে।',
  },
])('a saved reply is the reason, in the language of the customer: $to', async ({ to, reason }) => {
  language = to;
  requests = [aRequest({ id: 1, order: { id: 9 } })];
  renderScreen(<ManageRequestsPage />);
  await rows();
  press('j', 'r');
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }));
  await chooseFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await vi.waitFor(() => expect(decided).toMatchObject([{ decision: 'reject', reason }]));
});

test('many are accepted as one job, with the refund in the question', async () => {
  requests = [aRequest({ id: 1 }), aRequest({ id: 2, kind: 'cancel' }), aRequest({ id: 3, status: 'accepted' })];
  renderScreen(<ManageRequestsPage />);
  await rows();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(screen.getByRole('button', { name: 'Accept 2 selected' }));
  const question = await screen.findByRole('alertdialog', { name: 'Accept 2 requests?' });
  expect(within(question).getByText(/\$10\.00 in all goes back.*stay open until they are done/)).toBeDefined();
  expect(within(question).getByText('refill of order 1 of karim')).toBeDefined();
  await userEvent.click(within(question).getByRole('button', { name: 'Accept 2 requests' }));
  const row = (id: number) => ({ id, expectedStatus: 'pending' });
  await vi.waitFor(() =>
    expect(started).toMatchObject([{ kind: 'requests', decision: 'accept', rows: [row(1), row(2)] }]),
  );
});

test('a saved reply for many has no placeholders, and all languages', async () => {
  requests = [aRequest({ id: 1 }), aRequest({ id: 2 })];
  renderScreen(<ManageRequestsPage />);
  await rows();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reject 2 selected' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Saved replies' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Later']);
  await chooseFirst();
  await vi.waitFor(() =>
    expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Ask again tomorrow.\n\nআগামীকাল আবার বলুন।'),
  );
});

test('the details have the facts of the order, its other requests, and the reasons', async () => {
  requests = [aRequest({ id: 1, order: { id: 9, quantity: 5000, startCount: 830, remains: 3800 } })];
  renderScreen(<ManageRequestsPage />, '/?request=1');
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await details.findByText('1,200 of 5,000')).toBeDefined();
  expect(details.getByText('830')).toBeDefined();
  expect(details.getByText('“Too early”')).toBeDefined();
  expect(await details.findByRole('heading', { name: 'Order 9' })).toBeDefined();
  const [other] = details.getAllByRole('link', { name: 'Cancel' });
  expect(other?.getAttribute('href')).toContain('request=77');
  await userEvent.click(details.getByRole('button', { name: 'Mark request 1 as done' }));
  await vi.waitFor(() => expect(decided).toMatchObject([{ id: 1, decision: 'done' }]));
});

test.each([
  ['queued', null, 'Waits to be sent'],
  ['sending', null, 'Being sent'],
  ['accepted', null, 'Accepted'],
  ['refused', 'Too early', 'Refused: it is yours to decide'],
  ['unknown', 'HTTP 504', 'It may have arrived: it is yours to decide'],
  ['ended', null, 'Ended here'],
] as const)('the details say that the request is %s at the supplier', async (state, answer, words) => {
  requests = [aRequest({ id: 1, atSupplier: { supplierName: 'BoostNow', state, answer } })];
  renderScreen(<ManageRequestsPage />, '/?request=1');
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await details.findByText('At BoostNow')).toBeDefined();
  expect(details.getAllByText((_, element) => element?.textContent.startsWith(words) ?? false).length).toBeGreaterThan(
    0,
  );
  if (answer) expect(details.getAllByText(`“${answer}”`).length).toBeGreaterThan(0);
});

test('a cancel of an order that its supplier may deliver is accepted only after a second question', async () => {
  requests = [aRequest({ id: 1, kind: 'cancel', order: { id: 70, status: 'pending' } })];
  mayDeliver = true;
  renderScreen(<ManageRequestsPage />);
  await rows();
  press('j', 'a');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund although the supplier may deliver?' }));
  expect(decided).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Refund all the same' }));
  await vi.waitFor(() => expect(decided).toMatchObject([{ decision: 'accept', confirmSupplierMayDeliver: true }]));
});

test('the filter has the kind of request', async () => {
  requests = [aRequest({ id: 1, kind: 'speed_up' })];
  renderScreen(<ManageRequestsPage />, '/?kind=speed_up&service=nonsense');
  await rows();
  expect(listed[0]).toMatchObject({ kind: 'speed_up' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter Only Speed-up' }));
  await vi.waitFor(() => expect(listed.at(-1)).not.toHaveProperty('kind'));
});

async function rows(): Promise<[HTMLElement, HTMLElement]> {
  const [first] = requests;
  await screen.findByRole('button', { name: `Open request ${first?.id}` });
  return screen.getAllByRole('row').slice(1) as [HTMLElement, HTMLElement];
}

/** From the menu that has just been opened, with its keys. */
async function chooseFirst(): Promise<void> {
  const menu = await screen.findByRole('menu');
  await vi.waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{ArrowDown}{Enter}');
}

function buttonsOf(row: HTMLElement): string[] {
  return within(row)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? '');
}
