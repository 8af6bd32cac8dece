import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LinkFit } from '#shared/paste/fit.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeService } from '../../testing/factories.ts';
import { registerWith } from '../../testing/people.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';
import { makeTrader } from '../../testing/trade.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const followers = await makeService(app.db, { platform: 'instagram', kinds: ['profile'] });
const any = await makeService(app.db);

const SHOP = 'https://www.instagram.com/shop';
const POST = 'https://www.instagram.com/p/CxYz123AbCd/';
const VIDEO = 'https://www.tiktok.com/@shop/video/7123456789012345678';
const SITE = 'https://example.com/shop';

describe('links.read', () => {
  it.each<[text: string, serviceId: number | undefined, expected: object]>([
    [
      `Look at ${SHOP}?igsh=abc !`,
      followers.id,
      { target: { platform: 'instagram', kind: 'profile', key: 'shop' }, fits: true },
    ],
    [POST, followers.id, { target: { platform: 'instagram', kind: 'post' }, fits: 'other_kind' }],
    [VIDEO, followers.id, { target: { platform: 'tiktok', kind: 'video' }, fits: 'other_platform' }],
    ['@shop', followers.id, { link: '@shop', target: { platform: null, kind: 'profile', key: 'shop' }, fits: true }],
    [VIDEO, any.id, { fits: null }],
    [VIDEO, undefined, { fits: null }],
    [
      `${SHOP} ${POST}`,
      undefined,
      { link: null, target: null, fits: null, problem: expect.stringMatching(/two links/) },
    ],
  ])('reads %s for %s', async (text, serviceId, expected) => {
    expect(await app.client().links.read.query({ text, serviceId })).toMatchObject(expected);
  });

  it('knows no hidden service', async () => {
    const hidden = await makeService(app.db, { hidden: true });
    expect(await refusalOf(app.client().links.read.query({ text: SHOP, serviceId: hidden.id }))).toMatchObject({
      code: 'service_not_found',
    });
  });
});

describe('an order whose link does not fit', () => {
  let customer: Awaited<ReturnType<typeof registerWith>>;
  beforeAll(async () => {
    customer = await registerWith(app, dollars(1000));
  });

  async function setFit(linkFit: LinkFit) {
    await admin.client.admin.settings.update.mutate({ linkFit });
    await expect.poll(() => apiSettings.get(app.deps.db)).toMatchObject({ linkFit });
  }
  const order = (link: string, fit?: 'ask' | 'confirmed') =>
    customer.client.orders.place.mutate({ serviceId: followers.id, link, quantity: 1000, fit });
  const outcome = (placed: Promise<unknown>) =>
    placed.then(
      () => 'placed',
      (error: { data?: { domainCode: string } }) => error.data?.domainCode,
    );

  it.each<[setting: LinkFit, fit: 'ask' | 'confirmed' | undefined, link: string, expected: string]>([
    ['off', undefined, VIDEO, 'placed'],
    ['note', undefined, VIDEO, 'placed'],
    ['refuse', undefined, VIDEO, 'link_does_not_fit'],
    ['refuse', undefined, POST, 'placed'],
    ['refuse', undefined, SITE, 'placed'],
    ['refuse', undefined, SHOP, 'placed'],
    ['refuse', 'confirmed', VIDEO, 'placed'],
    ['off', 'ask', VIDEO, 'link_does_not_fit'],
    ['off', 'ask', POST, 'link_does_not_fit'],
    ['off', 'ask', SITE, 'link_does_not_fit'],
    ['off', 'ask', SHOP, 'placed'],
    ['off', 'ask', '@shop', 'placed'],
  ])('with %s and %s: %s is %s', async (setting, fit, link, expected) => {
    await setFit(setting);
    const before = await customer.client.balance.get.query();
    expect(await outcome(order(link, fit))).toBe(expected);
    const lines = [{ serviceId: followers.id, link, quantity: 1000 }];
    const checked = await customer.client.orders.checkMany.mutate({ lines, fit });
    expect('domainCode' in (checked.lines[0] ?? {}) ? 'link_does_not_fit' : 'placed').toBe(expected);
    const { results } = await customer.client.orders.placeMany.mutate({ requestId: randomUUID(), lines, fit });
    expect(results.map((line) => ('order' in line ? 'placed' : line.domainCode))).toEqual([expected]);
    if (expected !== 'placed') expect(await customer.client.balance.get.query()).toEqual(before);
  });

  it('says what was read and what is expected', async () => {
    expect(await refusalOf(order(VIDEO, 'ask'))).toMatchObject({
      code: 'link_does_not_fit',
      details: {
        read: { platform: 'tiktok', kind: 'video' },
        expected: { platform: 'instagram', kinds: ['profile'] },
      },
    });
    const lines = [{ serviceId: followers.id, link: VIDEO, quantity: 1000 }];
    expect((await customer.client.orders.checkMany.mutate({ lines, fit: 'ask' })).lines).toMatchObject([
      {
        domainCode: 'link_does_not_fit',
        details: {
          read: { platform: 'tiktok', kind: 'video' },
          expected: { platform: 'instagram', kinds: ['profile'] },
        },
      },
    ]);
  });

  it('is answered as before under its key, whatever it says of fit', async () => {
    const input = { serviceId: followers.id, link: VIDEO, quantity: 1000, requestId: randomUUID() };
    const placed = await customer.client.orders.place.mutate({ ...input, fit: 'confirmed' });
    expect(await customer.client.orders.place.mutate({ ...input, fit: 'ask' })).toEqual(placed);
    expect(await customer.client.orders.place.mutate(input)).toEqual(placed);
  });

  it('is refused over REST and API v2, too, and noted on its page', async () => {
    await setFit('refuse');
    const { accessToken } = customer;
    const bought = (link: string) =>
      callRest(app, 'POST /api/v1/service/buy/{id}', {
        params: { id: followers.id },
        body: { link, quantity: 1000 },
        accessToken,
      });
    expect(await bought(VIDEO)).toMatchObject({ status: 409 });
    const trader = await makeTrader(app, { balanceNanos: dollars(2) });
    const { body } = await trader.call({ action: 'add', service: followers.id, link: VIDEO, quantity: 1000 });
    expect(body).toEqual({ error: 'neworder.error.link' });
    const { order: noted } = await order(POST);
    expect((await customer.client.orders.get.query({ id: noted.id })).misfit).toBe('other_kind');
  });
});

describe('a search by a link', () => {
  it.each([
    ['https://www.instagram.com/p/Search1AbCd/', 'http://instagram.com/p/Search1AbCd?igsh=1'],
    ['https://t.me/searched_channel/42', 'telegram.me/searched_channel/42?single'],
    ['https://www.facebook.com/searched.page.7/', 'https://m.facebook.com/searched.page.7?ref=x'],
    ['https://www.facebook.com/dotted.page.8', 'facebook.com/dottedpage8'],
    ['https://www.facebook.com/undottedpage9', 'm.facebook.com/un.dotted.page9/'],
    ['https://www.facebook.com/oth.ers', 'facebook.com/o.thers'],
    ['https://youtu.be/Search2AbCd', 'https://www.youtube.com/watch?v=Search2AbCd&t=3s'],
  ])('finds %s by %s', async (link, search) => {
    const customer = await registerWith(app, dollars(1));
    const { order } = await customer.client.orders.place.mutate({ serviceId: any.id, link, quantity: 1000 });
    const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);
    expect(ids(await admin.client.admin.orders.list.query({ search }))).toEqual([order.id]);
    expect(ids(await customer.client.orders.list.query({ search }))).toEqual([order.id]);
  });
});
