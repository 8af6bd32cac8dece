import type { Page } from 'playwright-core';
import { micros, nanos } from '#shared/money.ts';
import { storedFields } from '#shared/order-fields.ts';
import type { OrderStatus } from '#shared/order-status.ts';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import type { scriptClient } from '../accounts.ts';
import { dialogIsOpen } from './opening.ts';
import { faked, type Screen } from './screen.ts';

type Admin = ReturnType<typeof scriptClient>['admin'];
type Request = Awaited<ReturnType<Admin['requests']['list']['query']>>['items'][number];
type Order = Awaited<ReturnType<Admin['orders']['get']['query']>>;
type Checked = Awaited<ReturnType<Admin['requests']['check']['query']>>['items'][number];

const heading = /^Manage Requests|^অনুরোধ পরিচালনা/;
const opened = '/dashboard/manageRequests?status=all&request=4118';

/** The review queue of requests. They are made up in the browser: the demo's services allow none of some kinds. */
export const requestScreens: Record<string, Screen> = {
  'manage requests': faked('/dashboard/manageRequests', heading, withMade),
  'requests, none': faked('/dashboard/manageRequests', heading, (page) => withRequests(page, [])),
  'requests, filters': faked('/dashboard/manageRequests?status=all&kind=refill', heading, withMade, async (page) => {
    await page.getByRole('button', { name: /^(Filters|ফিল্টার)/ }).click();
    await page.getByRole('dialog').getByRole('combobox').first().waitFor();
  }),
  'a request beside the list': faked(opened, /Request 4118|অনুরোধ 4118/, withMade),
  'a request, rejected': faked(opened, /^Reject .*\?$|নাকচ করবেন\?$/, withMade, async (page) => {
    await details(page)
      .getByRole('button', { name: /^Reject request|^অনুরোধ.*নাকচ করুন/ })
      .click();
    await dialogIsOpen(page);
  }),
  'many requests, accepted': faked(
    '/dashboard/manageRequests',
    /^Accept .*\?$|গ্রহণ করবেন\?$/,
    withMade,
    async (page) => {
      await page.locator('thead [type=checkbox], main [type=checkbox]').first().check({ force: true });
      await page.getByRole('button', { name: /^Accept \d+ selected|^গ্রহণ .*বাছাই করা/ }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  ),
  'file requests': filing(async (page) => {
    await page.getByRole('dialog').getByRole('textbox').fill('1041, 1042 refill\n1043 cancel\nhttps://t.me/1044');
  }),
  'file requests, checked': filing(async (page) => {
    await page.getByRole('dialog').getByRole('textbox').fill('1041 1042 1043 1044 refill');
    await page.getByRole('button', { name: /^(Check|যাচাই করুন)$/ }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  }),
};

function filing(then: (page: Page) => Promise<void>): Screen {
  return faked('/dashboard/manageRequests', /^File requests for|^কাস্টমারের হয়ে/, withMade, async (page) => {
    await page.getByRole('button', { name: /^(File requests|অনুরোধ যোগ করুন)$/ }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
    await then(page);
  });
}

/** They are next to the list or above it. */
function details(page: Page) {
  return page.locator('aside, [role=dialog][data-page-keys]');
}

function withMade(page: Page): Promise<void> {
  return withRequests(page, made());
}

/** Loads the page again, with these requests instead of the server's. */
async function withRequests(page: Page, items: Request[]): Promise<void> {
  // A customer who exists.
  const userId = Number(await page.evaluate(`JSON.parse(localStorage.getItem('auth')).user.id`));
  const own = items.map((item) => ({ ...item, order: { ...item.order, user: { ...item.order.user, id: userId } } }));
  const answer = (name: string, { id }: { id?: number }): object | undefined => {
    const request = own.find((each) => each.id === id);
    if (name === 'admin.requests.list') return { items: own, nextCursor: null };
    if (name === 'admin.requests.check') return { items: checked };
    if (name === 'admin.requests.get' && request) return { ...request, events: eventsOf(request) };
    if (name === 'admin.orders.get' && id === 1041) return orderOf(own);
    return undefined;
  };
  await page.route(/\/trpc\/[^?]*admin\.(requests|orders)\./, async (route) => {
    const url = new URL(route.request().url());
    const names = url.pathname.split('/').at(-1)?.split(',') ?? [];
    const inputs = JSON.parse(url.searchParams.get('input') ?? '{}') as Record<string, { id?: number }>;
    // A page that closes has no answers.
    const response = await route.fetch().catch(() => undefined);
    const answers = ((await response?.json().catch(() => undefined)) ?? []) as object[];
    const json = names.map((name, at) => {
      const data = answer(name, inputs[at] ?? {});
      return data ? { result: { data } } : answers[at];
    });
    await route.fulfill({ status: 200, contentType: 'application/json', json }).catch(() => undefined);
  });
  await page.reload();
  // Not by its role, which it lacks beneath a dialog that the address opens.
  await page.locator('h1').first().waitFor();
  if (own.length > 0) await page.getByText('rahim.uddin').first().waitFor();
}

const KINDS: RequestKind[] = ['refill', 'cancel', 'speed_up', 'refill', 'cancel'];
const AGES_MINUTES = [4, 38, 130, 900, 2900];

/** Pending and accepted ones. */
function made(): Request[] {
  return Array.from({ length: 24 }, (_, at): Request => {
    const kind = KINDS[at % KINDS.length] ?? 'refill';
    const status: RequestStatus = kind !== 'cancel' && at % 3 === 0 && at > 0 ? 'accepted' : 'pending';
    return {
      id: 4118 + at,
      orderId: 1041 + at,
      kind,
      status,
      reason: null,
      createdAt: ago((AGES_MINUTES[at % AGES_MINUTES.length] ?? 4) + at),
      decidedAt: status === 'accepted' ? ago(3) : null,
      closedAt: null,
      order: orderAt(at, kind === 'refill' ? 'completed' : at % 2 ? 'processing' : 'pending'),
      decidedBy: status === 'accepted' ? 'second.desk' : null,
      decider: null,
      atSupplier: null,
    };
  });
}

function orderAt(at: number, status: OrderStatus): Request['order'] {
  const quantity = [5000, 250, 120_000][at % 3] ?? 250;
  return {
    id: 1041 + at,
    serviceId: 34,
    serviceName: 'পেজ লাইক, আসল অ্যাকাউন্ট, ৩০ দিনের রিফিল',
    ...storedFields({ link: 'https://www.facebook.com/a.page.with.a.long.name/posts/1234567890' }, quantity),
    priceMicros: micros(1_250_000),
    per: 1000,
    chargeNanos: nanos(quantity * 1_250_000),
    status,
    remaining: null,
    startCount: at % 2 ? null : 830,
    remains: at % 2 ? null : Math.floor(quantity / 4),
    createdAt: ago(9000 + at),
    user: { id: 0, userName: at % 4 ? 'karim.mia' : 'rahim.uddin' },
  };
}

function eventsOf({ status, createdAt, decidedAt }: Request) {
  const asked = {
    seq: 0,
    status: 'pending' as const,
    by: 'customer' as const,
    byName: null,
    reason: null,
    at: createdAt,
  };
  if (!decidedAt) return [asked];
  return [asked, { seq: 1, status, by: 'admin' as const, byName: 'second.desk', reason: null, at: decidedAt }];
}

/** The order of the first request, with an older one. */
function orderOf([request]: Request[]): Order | undefined {
  if (!request) return undefined;
  const { order } = request;
  const nothing = { possible: false, block: 'open_request' as const, at: null };
  const event = (seq: number, status: OrderStatus, by: 'customer' | 'admin', minutes: number) => {
    return { seq, status, by, byName: by === 'admin' ? 'second.desk' : null, reason: null, at: ago(minutes) };
  };
  const older = { ...request, id: 3907, kind: 'speed_up' as const, status: 'done' as const, createdAt: ago(8000) };
  return {
    ...order,
    events: [event(0, 'pending', 'customer', 9000), event(1, 'completed', 'admin', 7000)],
    comments: null,
    misfit: null,
    askable: { refill: nothing, cancel: nothing, speed_up: nothing },
    requests: [
      { ...older, closedAt: ago(7500), events: [] },
      { ...request, events: [] },
    ],
    usualMinutes: 360,
    purchases: [],
  };
}

const blocked = (orderId: number, block: Checked['askable'], order: Checked['order']): Checked => {
  return { orderId, askable: block, order };
};
const possible = { possible: true, block: null, at: null };
const checked: Checked[] = [
  blocked(1041, possible, orderAt(0, 'completed')),
  blocked(1042, { possible: false, block: 'period_over', at: ago(2000) }, orderAt(1, 'completed')),
  blocked(1043, { possible: false, block: 'status', at: null }, orderAt(2, 'processing')),
  blocked(1044, null, null),
];

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
