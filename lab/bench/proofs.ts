import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { messagesKind } from '../../server/background/messages.ts';
import { inLab } from '../lab.ts';
import { machine } from '../machine.ts';
import { median } from '../statistics.ts';
import { tableOf } from '../table.ts';

const { options } = readCommandLine({
  name: 'npm run bench:proofs',
  purpose: `Measures how long the background worker takes for a message that credits a request, from its claim to its commit, in a shop with a
thousand and in one with many messages, in turns. Prints the medians and their ratio.`,
  options: { messages: { takes: 'N', min: 1000, max: 1_000_000, means: 'in the large shop (default: 100,000)' } },
  example: 'npm run bench:proofs',
});

const ROUNDS = 300;
const many = options.messages ?? 100_000;

console.log(machine());
await inLab(async (lab) => {
  const shops = [];
  for (const messages of [1000, many])
    shops.push(await fill((await lab.newDatabase(`proofs_${messages}`)).db, messages));
  const times = shops.map(() => [] as number[]);
  for (let round = 1; round <= ROUNDS; round++)
    for (const [nth, shop] of shops.entries()) times[nth]?.push(await shop.credit(round));
  const [small = 0, large = 0] = times.map((each) => median(each));
  console.log(
    tableOf([
      ['messages', 'ms for a credit, median'],
      ['1,000', small.toFixed(2)],
      [many.toLocaleString('en'), large.toFixed(2)],
      ['ratio', (large / small).toFixed(2)],
    ]),
  );
});

/** A shop whose phone has sent so many messages, and credits another one. */
async function fill(db: Db, messages: number) {
  await db.execute(sql`
    insert into users (user_name, name, email, phone, role, password_hash)
    select 'user' || n, 'User', 'user' || n || '@example.com', '0170000000' || n, case when n = 1 then 'admin' else 'user' end, '-' from generate_series(1, 2) n`);
  await db.execute(sql`insert into accounts (user_id, kind) select id, 'wallet' from users on conflict do nothing`);
  await db.execute(sql`insert into payment_methods (name, kind, recipient) values ('Bkash', 'mobile', '01700000000')`);
  await db.execute(sql`insert into automatic_methods select id from payment_methods`);
  await db.execute(sql`
    insert into payment_devices (name, method_ids, sealed_secret, created_by, seen_at)
    select 'Phone', array[m.id], '', u.id, 'infinity' from payment_methods m, users u where u.role = 'admin'`);
  await db.execute(sql`
    update settings set first_recharge_by_hand = false, evidence_reads_ids = false, evidence_most_customer_day_nanos = 1e15::bigint,
      evidence_most_method_day_nanos = 1e15::bigint`);
  await db.execute(sql`
    insert into evidence (device_id, sender, text, digest, sim, due_at, state, provider, kind, direction, amount_poisha, balance_poisha,
      before_poisha, linked_at, reference, payer, at, stored_at)
    select d.id, 'bKash', 'Payment ' || n, n::text, 1, null, case when n % 50 = 0 then 'held' else 'unclaimed' end, 'bkash', 'received', 'in', 100, n * 100,
      (n - 1) * 100, case when n % 50 <> 0 then now() end, 'OLD' || n, '01700000001', now() - interval '1 day', now() - interval '1 day'
    from payment_devices d, generate_series(1, ${messages}::int) n`);
  await db.execute(sql`
    insert into balance_chains (device_id, sim, provider, evidence_id, balance_poisha, at)
    select device_id, 1, 'bkash', max(id), 0, now() from evidence group by 1`);
  await db.execute(sql`vacuum analyze`);
  const kind = messagesKind({ db, events: { publish: () => {} } });
  let poisha = 0;
  const [customer] = await db.execute<{ id: number }>(sql`select id from users where role = 'user'`);
  return {
    async credit(round: number): Promise<number> {
      poisha += 50_400;
      const id = `NEW${round}X1`;
      const balance = (poisha / 100).toFixed(2);
      const text = `You have received Tk 504.00 from 01700000001. Fee Tk 0.00. Balance Tk ${balance}. TrxID ${id} at `;
      await db.execute(sql`
        insert into recharges (user_id, method_id, method_name, amount_nanos, rate_paisa, paid_taka, reference)
        select ${customer?.id}, id, 'Bkash', 4000000000, 12600, 504, ${id} from payment_methods`);
      await db.execute(sql`
        insert into evidence (device_id, sender, text, digest, sim)
        select id, 'bKash', ${text} || to_char(now() at time zone 'Asia/Dhaka', 'DD/MM/YYYY HH24:MI'), ${randomUUID()}, 1 from payment_devices`);
      const sinceMs = performance.now();
      const [row] = await db.transaction((tx) => kind.claim(tx, { count: 1 }));
      if (!row) throw new Error('Nothing was due');
      const outcome = await kind.attempt(row, new AbortController().signal);
      await db.transaction((tx) => kind.settle(tx, row, outcome));
      const tookMs = performance.now() - sinceMs;
      const [credited] = await db.execute<{ decider: string }>(
        sql`select decider from recharges where reference = ${id}`,
      );
      if (credited?.decider !== 'evidence') throw new Error(`Message ${id} has credited nothing`);
      await sleep(1);
      return tookMs;
    },
  };
}
