import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { nanos } from '#shared/money.ts';
import { untilEnded } from '#shared/until-ended.ts';
import { loginAsAdmin, registerByScript, scriptClient, signIn } from '../../e2e/accounts.ts';
import { launchBrowser, watchRequests } from '../../e2e/browser.ts';
import type { Lab } from '../lab.ts';
import { ADMIN, DEMO_ENV, seedDemo, startPanel } from '../panel.ts';
import { PANEL, paintStills, SCALE } from './encode.ts';
import { FilmedPage, type Frame } from './filmed-page.ts';
import { journeys } from './journeys.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const MOST_TOUR_BYTES = 1_500_000;
const MOST_PICTURE_BYTES = 150_000;
const DESK = { width: 1280, height: 800 };
const PURCHASES = '/dashboard/purchases';
const LINK = 'https://facebook.com/dhaka.handicrafts';
const SUPPLIER = 'Second panel';

type Client = ReturnType<typeof scriptClient>;

/** A panel with its admin. */
interface Side {
  url: string;
  admin: Awaited<ReturnType<typeof loginAsAdmin>>;
  asAdmin: Client;
}

/** Films an order from its payment to its refill, bought at a second panel, and takes the screenshots of README.md. */
export async function recordTour(lab: Lab): Promise<void> {
  const supplier = await open(lab, 'supplier', {});
  const shop = await open(lab, 'panel', { SEED: 'none', OUTBOUND_ALLOW_LOOPBACK: 'true' });
  const supplierId = await connect(shop, supplier);
  await seedDemo(lab, '--orders', '600', '--customers', '40');
  await hideOwnServices(shop);
  const browser = await launchBrowser();
  lab.onEnd(() => browser.close());
  const customer = await registerByScript(shop.url, 'rahim.uddin', 'Rahim Uddin');
  await shop.asAdmin.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos: nanos(25e9) });
  const page = await openPage(browser, customer, PANEL);
  const frames = await film({ shop, supplier, browser, page, customer });
  await writeTour(page, frames);

  await picture(
    await openPage(browser, customer, { width: 360, height: 720 }),
    `${shop.url}/service`,
    'customer-phone',
    async (phone) => {
      await phone.getByRole('tab', { name: /^Facebook/ }).click();
      await phone
        .getByRole('button', { name: /^Create Order/ })
        .first()
        .click();
      await phone.getByRole('dialog').getByRole('textbox').first().fill(LINK);
    },
  );
  await picture(await openPage(browser, shop.admin, DESK), `${shop.url}/dashboard/manageOrders`, 'owner-desk');
  await untilEnded(() => shop.asAdmin.admin.suppliers.test.mutate({ id: supplierId }));
  await picture(
    await openPage(browser, shop.admin, DESK),
    `${shop.url}/dashboard/suppliers/${supplierId}`,
    'supplier-page',
    async (desk) => {
      await desk.getByText('Calls', { exact: true }).first().click();
      await desk.getByText(/ms$/).first().waitFor();
    },
  );
}

async function open(lab: Lab, name: string, env: Record<string, string>): Promise<Side> {
  const { url } = await startPanel(lab, { name, env: { ...DEMO_ENV, ...env } });
  const admin = await loginAsAdmin(url, ADMIN);
  return { url, admin, asAdmin: scriptClient(url, admin.tokens.accessToken) };
}

/** Makes an account at the supplier, and sells its whole list. @returns the supplier's id in the shop */
async function connect({ asAdmin }: Side, supplier: Side): Promise<number> {
  const buyer = await registerByScript(supplier.url, 'my.shop', 'My Shop');
  await supplier.asAdmin.admin.users.giveBalance.mutate({ id: buyer.user.id, amountNanos: nanos(500e9) });
  const { secret } = await scriptClient(supplier.url, buyer.tokens.accessToken).keys.create.mutate({
    ...{ name: 'My shop', scopes: ['read', 'order'] },
  });
  const refill = { change: { kind: 'refill', refillDays: 30 } as const, category: 'facebook' as const };
  const { previewHash } = await supplier.asAdmin.admin.services.previewMany.query(refill);
  await supplier.asAdmin.admin.services.changeMany.mutate({ ...refill, previewHash, requestId: randomUUID() });
  const { suppliers } = asAdmin.admin;
  const account = { name: SUPPLIER, url: `${supplier.url}/api/v2`, key: secret, currency: 'USD', rate: '1' };
  const { id } = (await suppliers.save.mutate({ ...account, idempotent: true })).supplier;
  await suppliers.payIn.mutate({ id, amount: '500', reason: 'First payment' });
  await untilEnded(() => suppliers.fetch.mutate({ id }));
  await suppliers.accept.mutate({ id, all: true });
  return id;
}

/** Hides the services of the sample data that are bought nowhere: the customer orders the first one. */
async function hideOwnServices({ asAdmin: { admin, services } }: Side): Promise<void> {
  const { items } = await services.list.query({ category: 'facebook', limit: 100 });
  for (const { id } of items) {
    const { sources } = await admin.services.sources.query({ id });
    if (sources.length === 0) await admin.services.setHidden.mutate({ id, hidden: true });
  }
}

async function openPage(browser: Browser, session: object, viewport: typeof PANEL): Promise<Page> {
  const context = await browser.newContext({ viewport, deviceScaleFactor: SCALE });
  const page = await context.newPage();
  await signIn(page, session, 'bumblebee', 'en');
  return page;
}

interface Stage {
  shop: Side;
  supplier: Side;
  browser: Browser;
  page: Page;
  customer: Awaited<ReturnType<typeof registerByScript>>;
}

async function film({ shop, supplier, browser, page, customer }: Stage): Promise<Frame[]> {
  const asCustomer = scriptClient(shop.url, customer.tokens.accessToken);
  await page.goto(`${shop.url}/service`);
  const filmed = new FilmedPage(page, watchRequests(page));
  const cast = { url: shop.url, language: 'en', take: '1', asAdmin: shop.asAdmin, asCustomer } as const;
  await journeys.order.film(filmed, cast);
  const [order] = (await asCustomer.orders.list.query({})).items;
  const id = order?.id ?? 0;

  const owner = await openPage(browser, shop.admin, PANEL);
  await owner.goto(`${shop.url}${PURCHASES}?state=all`);
  const atOwner = new FilmedPage(owner, watchRequests(owner));
  const { forwards } = shop.asAdmin.admin;
  const purchase = async () =>
    (await forwards.list.query({ search: String(id) })).items.find((each) => each.orderId === id);
  let bought = await purchase();
  for (let tries = 0; bought?.state !== 'accepted' && tries < 120; tries++) {
    await sleep(500);
    bought = await purchase();
  }
  if (bought?.state !== 'accepted') throw new Error(`Order ${id} was not bought: ${bought?.state}`);
  await owner.reload();
  await owner
    .getByRole('link', { name: new RegExp(`\\b${id}\\b`) })
    .first()
    .waitFor();
  atOwner.say('The owner sees it bought at the supplier, exactly once');
  await atOwner.show(3_000);

  const externalId = Number(bought.externalOrderId);
  await supplier.asAdmin.admin.orders.decide.mutate({ id: externalId, decision: 'complete' });
  await untilEnded(() => forwards.refresh.mutate({ id: bought.id }));
  const before = filmed.frames.length;
  await page.goto(`${shop.url}/dashboard/orders/${id}`);
  await page.getByText('Completed').first().waitFor();
  await filmed.center(page.locator('ol').last());
  filmed.say('The supplier delivers, and the status comes back');
  await filmed.show(2_600);
  filmed.say('The count has dropped? One tap asks for a refill');
  await filmed.tap(page.getByRole('button', { name: /^Refill/ }).first());
  const confirm = page.getByRole('dialog').getByRole('button', { name: /Refill/ });
  if (await confirm.count()) await filmed.tap(confirm.first());
  filmed.say('It goes to the supplier by itself. The ledger has every cent');
  await filmed.show(3_200);
  return [...filmed.frames.slice(0, before), ...atOwner.frames, ...filmed.frames.slice(before)];
}

async function writeTour(stage: Page, frames: Frame[]): Promise<void> {
  const stills = await paintStills(stage, frames);
  const moving = await sharp(stills, { join: { animated: true } })
    .webp({ quality: 60, effort: 6, loop: 0, delay: frames.map(({ holdMs }) => holdMs) })
    .toBuffer();
  write('tour.webp', moving, MOST_TOUR_BYTES);
}

async function picture(page: Page, url: string, name: string, act?: (page: Page) => Promise<void>): Promise<void> {
  const requests = watchRequests(page);
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await act?.(page);
  await requests.areDone();
  const image = await sharp(await page.screenshot({ type: 'png' }))
    .webp({ quality: 78, effort: 6 })
    .toBuffer();
  write(`${name}.webp`, image, MOST_PICTURE_BYTES);
  await page.context().close();
}

function write(name: string, image: Buffer, mostBytes: number): void {
  if (image.length > mostBytes) throw new Error(`${name} has ${image.length} bytes`);
  writeFileSync(join(folder, name), image);
  console.log(`${name}: ${Math.round(image.length / 1000)} kB`);
}
