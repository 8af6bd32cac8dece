import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { trpcApi } from '../testing/apis.ts';
import { testApp } from '../testing/app.ts';
import { askForExport, readExport } from '../testing/export-file.ts';
import { dollars, makeRecharge, makeService } from '../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../testing/people.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);

describe('25 a formula in an exported file', () => {
  // `shared/spreadsheet-text.test.ts` has the texts that begin like a formula.
  test('a link that reads like one stays a text, also one that the forms refuse', async () => {
    const customer = await makeCustomer(app, dollars(1));
    const input = { serviceId: (await makeService(app.db)).id, quantity: 10, link: '+1-1' };
    expect((await trpcApi.placeOrder(app, customer, input)).status).toBe(200);
    await store(customer, "=cmd|'/C_calc'!A0");
    expect(await linksIn(customer)).toEqual([`'=cmd|'/C_calc'!A0`, `'+1-1`]);
  });

  test('quotes, separators, line breaks and direction marks stay within their cell, and nothing is changed', async () => {
    const customer = await makeCustomer(app);
    const links = [
      'a"b',
      '""',
      'a,b;c\td',
      'a\r\nb',
      'a\nb',
      'a\rb',
      '\u202Egpj.exe',
      `https://e.test/${'"'.repeat(2_033)}`,
    ];
    for (const link of links) await store(customer, link);
    expect(await linksIn(customer)).toEqual(links.toReversed());
  });

  test('text of an admin is a text as well', async () => {
    const customer = await makeCustomer(app);
    const { id } = await makeRecharge(app.db, customer);
    await decideRecharge(app.deps, admin.actor, { id, decision: 'reject', reason: '=HYPERLINK("https://evil.test")' });
    const [row] = await readExport(await askForExport(app, customer, 'recharges'));
    expect(row?.Reason).toBe('\'=HYPERLINK("https://evil.test")');
  });
});

async function linksIn(customer: Person): Promise<(string | undefined)[]> {
  const rows = await readExport(await askForExport(app, customer, 'orders'));
  return rows.map((row) => row.Link);
}

/** An order for a link that the forms refuse. */
async function store(customer: Person, link: string): Promise<void> {
  const { id } = await makeService(app.db);
  await app.db.execute(sql`
    insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
    values (${customer.id}, ${id}, 'Likes', ${link}, 1, 1, 1)`);
}
