import type { Db } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { inLab, type Lab } from '../lab.ts';
import { median } from '../statistics.ts';
import { shown, tableOf } from '../table.ts';
import { buildForm, FORMS, type Form, fillForms } from './partition-forms.ts';

const { options } = readCommandLine({
  name: 'npm run bench:partitions',
  purpose: `Builds orders and ledger twice, as they are and in hash partitions by customer, with the same rows, and compares both side by
side. For docs/decisions/029-partitions.md; it has no gate.`,
  options: {
    rows: { takes: 'N', default: 100_000, min: 10_000, max: 50_000_000, means: 'orders in each form' },
    customers: { takes: 'N', default: 5_000, min: 100, max: 1_000_000, means: 'customers, who order in turn' },
    partitions: { takes: 'N', default: 16, min: 2, max: 256, means: 'hash partitions of each table' },
    rounds: { takes: 'N', default: 5, min: 1, max: 100, means: 'rounds, in which the forms take turns' },
  },
  example: 'npm run bench:partitions -- --rows 5000000 --customers 100000 --rounds 11',
});

const BATCHES = 30;
const ORDERS_PER_BATCH = 64;
const READS = 200;
const SEARCHES = 20;

type Figures = Record<string, number>;

console.log(await inLab(compare));

async function compare(lab: Lab): Promise<string> {
  const { db } = await lab.newDatabase('partitions');
  await withDeadline(0, async () => {
    for (const form of FORMS) await buildForm(db, form, options.partitions);
    await fillForms(db, options);
  });
  const measured: Record<Form, Figures[]> = { plain: [], hashed: [] };
  for (let round = 0; round < options.rounds; round++) {
    const inTurn = round % 2 === 0 ? FORMS : FORMS.toReversed();
    for (const form of inTurn) measured[form].push(await withDeadline(0, () => measure(db, form)));
  }
  const rows = Object.keys(measured.plain[0] ?? {}).map((name) => {
    const [plain, hashed] = FORMS.map((form) => median(measured[form].map((figures) => figures[name] ?? Number.NaN)));
    return [name, shown(plain ?? 0), shown(hashed ?? 0), shown((hashed ?? 0) / (plain ?? 1))];
  });
  return tableOf([['', 'one table', `${options.partitions} partitions`, 'ratio'], ...rows]);
}

async function measure(db: Db, form: Form): Promise<Figures> {
  const sql = db.$client;
  await sql`checkpoint`;
  const orders = BATCHES * ORDERS_PER_BATCH;
  const before = await walBytes(db);
  const insertMs = await timeOf(BATCHES, () => insertBatch(db, form));
  const written = (await walBytes(db)) - before;
  const user = () => 1 + Math.floor(Math.random() * options.customers);
  const order = () => 1 + Math.floor(Math.random() * options.rows);
  const q = (text: string, values: () => (number | string)[], times = READS) =>
    timeOf(times, () => sql.unsafe(text, values(), { prepare: true }));
  const history = `select id, link, status from ${form}.orders where user_id = $1 order by id desc limit 25`;
  const statement = `select * from ${form}.ledger where account_id = $1 order by seq desc limit 25`;
  const recent = `select id, link, status from ${form}.orders order by id desc limit 25`;
  const found = `select id, link from ${form}.orders where link like $1 order by id desc limit 25`;
  return {
    'order, µs (batches of 64)': (insertMs / ORDERS_PER_BATCH) * 1000,
    'write-ahead log an order, bytes': written / orders,
    "a customer's order page, ms": await q(history, () => [user()]),
    "a customer's ledger page, ms": await q(statement, () => [user()]),
    'an order by customer and number, ms': await q(
      `select * from ${form}.orders where user_id = $1 and id = $2`,
      () => [user(), order()],
    ),
    'an order by number alone, ms': await q(`select * from ${form}.orders where id = $1`, () => [order()]),
    "an order's ledger rows, ms": await q(`select * from ${form}.ledger where order_id = $1`, () => [order()]),
    'newest orders of all, ms': await q(recent, () => []),
    'search by link, ms': await q(found, () => [`%/p/${order() % 100_000}x%`], SEARCHES),
    'vacuum after 1% of orders changed, s': (await vacuum(db, form)) / 1000,
    'table bytes an order': await bytesPerOrder(db, form, 'pg_table_size'),
    'index bytes an order': await bytesPerOrder(db, form, 'pg_indexes_size'),
  };
}

/** One statement for orders and one for their ledger rows, in one transaction, as the panel charges a batch. */
async function insertBatch(db: Db, form: Form): Promise<void> {
  await db.$client.begin(async (tx) => {
    const placed = await tx.unsafe<{ id: number; user_id: number }[]>(
      `insert into ${form}.orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, request_id)
       select 1 + floor(random() * $1)::int, 1, 'Followers', 'https://example.com/p/' || floor(random() * 100000)::int, 1000, 1, 1000, gen_random_uuid()
       from generate_series(1, ${ORDERS_PER_BATCH}) returning id, user_id`,
      [options.customers],
    );
    await tx.unsafe(
      `insert into ${form}.ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
       select user_id + 3, 1000000000 + id, 1, -1000, 1, 'order_charge', id from unnest($1::bigint[], $2::bigint[]) as placed (id, user_id)`,
      [placed.map(({ id }) => id), placed.map(({ user_id }) => user_id)],
    );
  });
}

async function vacuum(db: Db, form: Form): Promise<number> {
  await db.$client.unsafe(
    `update ${form}.orders set status = 'completed' where id % 100 = ${Math.floor(Math.random() * 100)}`,
  );
  return timeOf(1, () => db.$client.unsafe(`vacuum ${form}.orders`));
}

async function bytesPerOrder(db: Db, form: Form, size: string): Promise<number> {
  const [row] = await db.$client.unsafe<{ bytes: number }[]>(`
    select (sum(${size}(oid)) / (select count(*) from ${form}.orders))::float8 as bytes
    from pg_class where relnamespace = '${form}'::regnamespace and relkind = 'r'`);
  return row?.bytes ?? Number.NaN;
}

async function walBytes(db: Db): Promise<number> {
  const [row] = await db.$client<
    { bytes: number }[]
  >`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`;
  return row?.bytes ?? Number.NaN;
}

/** @returns the mean milliseconds of one */
async function timeOf(times: number, work: () => PromiseLike<unknown>): Promise<number> {
  const startedMs = performance.now();
  for (let time = 0; time < times; time++) await work();
  return (performance.now() - startedMs) / times;
}
