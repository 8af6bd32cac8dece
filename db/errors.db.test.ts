import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation, pgErrorOf } from './errors.ts';
import { testDatabase } from './testing/database.ts';

const test = await testDatabase();
await test.db.execute(sql`
  create table fruit (
    name text constraint fruit_pk primary key,
    weight_grams int constraint fruit_weight_positive check (weight_grams > 0),
    basket text constraint fruit_basket_fk references fruit (name)
  )`);
await test.db.execute(sql`insert into fruit values ('apple', 100, null)`);

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('errors of the server, read through wrapping layers', () => {
  it('names the unique key that refused a row', async () => {
    const error = await thrownBy(test.db.execute(sql`insert into fruit values ('apple', 1, null)`));

    expect(pgErrorOf(error)).toMatchObject({ code: '23505', constraint: 'fruit_pk' });
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'fruit_pk')).toBe(true);
    expect(isUniqueViolation(error, 'users_email_key')).toBe(false);
    expect(isCheckViolation(error)).toBe(false);
  });

  it('names the check that refused a row, also inside a transaction', async () => {
    const error = await thrownBy(
      test.db.transaction((tx) => tx.execute(sql`insert into fruit values ('pear', 0, null)`)),
    );

    expect(isCheckViolation(error, 'fruit_weight_positive')).toBe(true);
    expect(isUniqueViolation(error)).toBe(false);
  });

  it('names the foreign key that refused a row, also from the bare driver', async () => {
    const error = await thrownBy(test.db.$client`insert into fruit values ('plum', 5, 'none')`);

    expect(isForeignKeyViolation(error, 'fruit_basket_fk')).toBe(true);
  });

  it("ignores errors that are not the server's", () => {
    expect(pgErrorOf(new Error('no'))).toBeUndefined();
    expect(pgErrorOf(Object.assign(new Error('gone'), { code: 'EPIPE' }))).toBeUndefined();
    expect(pgErrorOf(undefined)).toBeUndefined();
    expect(isUniqueViolation('23505')).toBe(false);
  });
});
