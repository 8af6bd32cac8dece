import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { categories } from '#shared/categories.ts';
import { isHttpUrl } from '#shared/http-url.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { services } from '../schema/services.ts';
import { paymentMethods } from '../schema/settings.ts';
import { createTestDatabase, testDatabase } from '../testing/database.ts';
import { seedCatalogue, seedEssentials, seedServices } from './new-shop.ts';

const database = await testDatabase();

describe('payment methods', () => {
  test('are seeded once, however many servers start at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => seedEssentials(database.db)));
    await seedEssentials(database.db);
    const rows = await database.db.select().from(paymentMethods).orderBy(paymentMethods.position);
    expect(rows.map(({ name, kind, ussdCode }) => [name, kind, ussdCode])).toEqual([
      ['Bkash', 'mobile', '*247#'],
      ['Nagad', 'mobile', '*167#'],
      ['Rocket', 'mobile', '*322#'],
      ['Binance', 'qr', null],
      ['stc', 'qr', null],
    ]);
    for (const { recipient } of rows) expect(isPlaceholderRecipient(recipient)).toBe(true);
    for (const { logo } of rows) expect(logo).toMatch(/^\/payments\/[a-z]+\.svg$/);
  });

  test('have six steps in Bengali and in English, each with placeholders for the number and the amount', async () => {
    const mobile = await database.db.select().from(paymentMethods).where(eq(paymentMethods.kind, 'mobile'));
    for (const { stepsBn, stepsEn, ussdCode } of mobile) {
      for (const steps of [stepsBn, stepsEn]) {
        expect(steps).toHaveLength(6);
        expect(steps[0]).toContain(ussdCode);
        expect(steps[1]).toContain('Send Money');
        expect(steps[2]).toContain('{number}');
        expect(steps[3]).toContain('{amount}');
        expect(steps[4]).toContain('PIN');
        expect(steps[5]).toContain('VERIFY');
      }
      for (const step of stepsBn) expect(step).toMatch(/\p{Script=Bengali}/u);
      for (const step of stepsEn) expect(step).not.toMatch(/\p{Script=Bengali}/u);
    }
  });

  test('continue their ids, and are not seeded again after an admin has deleted them', async () => {
    const [added] = await database.db
      .insert(paymentMethods)
      .values({ name: 'Upay', kind: 'mobile', recipient: '01XXX-XXXXXX' })
      .returning({ id: paymentMethods.id });
    expect(added?.id).toBe(6);
    await database.db.delete(paymentMethods);
    await seedEssentials(database.db);
    expect(await database.db.$count(paymentMethods)).toBe(0);
  });

  test('are not seeded again either if they were deleted before any was added', async () => {
    const fresh = await createTestDatabase();
    await seedEssentials(fresh.db);
    await fresh.db.delete(paymentMethods);
    await seedEssentials(fresh.db);
    const left = await fresh.db.$count(paymentMethods);
    await fresh.drop();
    expect(left).toBe(0);
  });
});

describe('the catalogue', () => {
  test('has six services in each category, seeded once, the first of the file displayed first', async () => {
    await Promise.all([1, 2, 3].map(() => seedCatalogue(database.db)));
    const rows = await database.db.select().from(services).orderBy(sql`id desc`);
    expect(rows.map(({ name }) => name)).toEqual(seedServices().map(({ name }) => name));
    for (const top of categories) expect(rows.filter((row) => row.top === top)).toHaveLength(6);
    const without = rows.filter(({ top, category, nameBn, kind }) => !nameBn || !kind || (top !== 'feature' && top === category));
    expect(without.map(({ name }) => name)).toEqual([]);
    for (const { image } of rows) expect(image === null || isHttpUrl(image)).toBe(true);
  });

  test('has descriptions that split at full stops, and no duplicate name', () => {
    const seeded = seedServices();
    expect(new Set(seeded.map(({ name }) => name)).size).toBe(60);
    for (const { description } of seeded) {
      expect(description).toMatch(/^([A-Z][^.]{5,}\. ?){2,}$/);
    }
  });

  test('shows a platform for each of its featured offers', () => {
    const featured = seedServices().filter(({ category }) => category === 'feature');
    for (const { name } of featured) expect(name).toMatch(/facebook|instagram|youtube|telegram|tiktok|whatsapp/i);
  });

  test('stays empty when an admin has deleted every service', async () => {
    await database.db.update(services).set({ deletedAt: new Date() });
    await seedCatalogue(database.db);
    expect(await database.db.$count(services)).toBe(60);
  });
});
