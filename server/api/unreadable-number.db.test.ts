import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testApp } from '../testing/app.ts';
import { refusalOf } from '../testing/refusal.ts';

const lines: { level: number; err?: unknown }[] = [];

const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const app = await testApp({ app: { logger } });
const customer = await app.registerUser();
// Bypasses constraints and triggers: simulates damage from outside.
await app.db.transaction(async (tx) => {
  await tx.execute(
    sql`alter table accounts drop constraint accounts_balance_check, drop constraint accounts_version_check`,
  );
  await tx.execute(sql`set local session_replication_role = replica`);
  await tx.execute(sql`update accounts set balance_nanos = 9007199254740993 where user_id = ${customer.user.id}`);
});

// One reads through the driver, the other through Drizzle.
test.each(['balance.get', 'auth.me'] as const)(
  'a balance outside the exact range is refused by %s and logged, not rounded',
  async (procedure) => {
    lines.length = 0;
    const read = procedure === 'auth.me' ? customer.client.auth.me : customer.client.balance.get;
    expect(await refusalOf(read.query())).toMatchObject({ code: 'internal' });
    expect(JSON.stringify(lines)).toMatch(/RangeError.*answered 9007199254740993, which is no whole number/);
  },
);
