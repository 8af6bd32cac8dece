import { eq, isNull } from 'drizzle-orm';
import { noFacts } from '#shared/facts.ts';
import { proposeBengaliName } from '#shared/market/bengali.ts';
import { readFactFields } from '#shared/market/read-fact-fields.ts';
import { micros } from '#shared/money.ts';
import type { CreateServiceInput } from '#shared/services.ts';
import type { Db } from '../client.ts';
import { services } from '../schema/services.ts';
import { countText, type DemoOptions } from './demo-options.ts';
import { seedServices } from './new-shop.ts';

const regions = ['Worldwide', 'Bangladesh', 'South Asia', 'Middle East', 'Europe', 'Brazil', 'Turkey', 'Nigeria'];

const comments = { type: 'custom_comments', min: 1, max: 100 } as const;
const onePackage = { type: 'package', per: 1, min: 1, max: 1 } as const;

/**
 * One service of each type, and some whose customers may ask for a refill, a cancel or a speed-up. The newest ones are of the default
 * type, because scripts order those.
 */
export const typedServices: (typeof services.$inferInsert)[] = [
  {
    ...comments,
    name: 'YouTube Comments, Written by You',
    description: 'Comments that you write yourself, one a line. Starts within 6 hours.',
    category: 'youtube',
    priceMicros: micros(14_200_000),
    avgTimeHours: 24,
    cancel: true,
  },
  {
    ...onePackage,
    name: 'Facebook Starter Package',
    description: '500 followers, 500 likes and 2,000 views for one page. Starts within an hour. Refilled for 30 days.',
    category: 'facebook',
    priceMicros: micros(4_900_000),
    avgTimeHours: 24,
    refillDays: 30,
    cancel: true,
    speedUp: true,
  },
  {
    ...onePackage,
    type: 'custom_comments_package',
    name: 'TikTok Launch Package, Your Comments',
    description: '5,000 views, 300 likes and the comments that you write. Starts within an hour.',
    category: 'tiktok',
    priceMicros: micros(6_500_000),
    avgTimeHours: 12,
    speedUp: true,
  },
  ...[
    { name: 'Facebook Page Followers, Refill 30 Days', category: 'facebook' as const, refillDays: 30 },
    { name: 'Telegram Members, Refill 14 Days', category: 'telegram' as const, refillDays: 14, speedUp: true },
    { name: 'YouTube Views, Can Be Canceled', category: 'youtube' as const, cancel: true },
    { name: 'TikTok Likes, Can Be Canceled', category: 'tiktok' as const, cancel: true, speedUp: true },
    {
      name: 'Instagram Followers, Refill 60 Days',
      category: 'instagram' as const,
      refillDays: 60,
      cancel: true,
      speedUp: true,
    },
  ].map((service, nth) => ({
    ...service,
    description: 'From profiles with pictures and posts. Starts within an hour. Up to 10,000 a day.',
    priceMicros: micros(820_000 + 310_000 * nth),
    min: 100,
    max: 100_000,
    avgTimeHours: 12,
  })),
];

/** Adds services of every type to a shop without packages. */
export async function addTypedServices(db: Db): Promise<void> {
  if ((await db.$count(services, eq(services.type, 'package'))) > 0) return;
  await db.insert(services).values(typedServices);
}

const ROWS_PER_INSERT = 1_000;

/** Fills the catalogue up to `wanted` services with variants of a new shop's services. */
export async function addDemoServices(db: Db, wanted: number, report: DemoOptions['report']): Promise<void> {
  const known = await db.$count(services, isNull(services.deletedAt));
  if (known >= wanted) return;
  const templates = seedServices();
  for (let first = known; first < wanted; first += ROWS_PER_INSERT) {
    const length = Math.min(ROWS_PER_INSERT, wanted - first);
    const made = Array.from({ length }, (_, index) => variant(templates, first + index));
    await db.insert(services).values(made.map(({ facts, ...fields }) => ({ ...fields, ...facts })));
  }
  report(`${countText(wanted - known)} more services`);
}

/** The same service from another region and server, at another price. */
export function variant(templates: CreateServiceInput[], number: number): CreateServiceInput {
  const template = templates[number % templates.length];
  if (!template) throw new Error('A new shop starts with no services');
  const round = Math.floor(number / templates.length);
  const region = regions[round % regions.length];
  const server = Math.floor(round / regions.length) + 1;
  const pricePercent = 80 + ((number * 37) % 90);
  const name = `${template.name.replace(/,.*/, '')}, ${region}, Server ${server}`;
  const description = template.description.replace(
    /(from|in) (many countries|Bangladesh(, India and Pakistan)?)/,
    (_, place: string) => (region === 'Worldwide' ? 'from many countries' : `${place} ${region}`),
  );
  const priceMicros = micros(Math.ceil((template.priceMicros * pricePercent) / 1_000_00) * 1_000);
  const { refillDays: _, ...facts } = readFactFields(name, description);
  const nameBn = proposeBengaliName(name);
  return { ...template, name, nameBn, description, priceMicros, facts: { ...noFacts, ...facts } };
}
