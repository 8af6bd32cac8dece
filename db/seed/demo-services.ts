import { isNull } from 'drizzle-orm';
import { micros } from '#shared/money.ts';
import type { CreateServiceInput } from '#shared/services.ts';
import type { Db } from '../client.ts';
import { services } from '../schema/services.ts';
import { countText, type DemoOptions } from './demo-options.ts';
import { seedServices } from './new-shop.ts';

const regions = ['Worldwide', 'Bangladesh', 'South Asia', 'Middle East', 'Europe', 'Brazil', 'Turkey', 'Nigeria'];

const ROWS_PER_INSERT = 1_000;

/** Fills the catalogue up to `wanted` services with variants of a new shop's services. */
export async function addDemoServices(db: Db, wanted: number, report: DemoOptions['report']): Promise<void> {
  const known = await db.$count(services, isNull(services.deletedAt));
  if (known >= wanted) return;
  const templates = seedServices();
  for (let first = known; first < wanted; first += ROWS_PER_INSERT) {
    const length = Math.min(ROWS_PER_INSERT, wanted - first);
    await db.insert(services).values(Array.from({ length }, (_, index) => variant(templates, first + index)));
  }
  report(`${countText(wanted - known)} more services`);
}

/** The same service from another region and server, at another price. */
function variant(templates: CreateServiceInput[], number: number): CreateServiceInput {
  const template = templates[number % templates.length];
  if (!template) throw new Error('A new shop starts with no services');
  const round = Math.floor(number / templates.length);
  const region = regions[round % regions.length];
  const server = Math.floor(round / regions.length) + 1;
  const pricePercent = 80 + ((number * 37) % 90);
  const name = `${template.name.replace(/,.*/, '')}, ${region}, Server ${server}`;
  const priceMicros = micros(Math.ceil((template.priceMicros * pricePercent) / 1_000_00) * 1_000);
  return { ...template, name, priceMicros };
}
