import type { Db } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import { onlyPrimary } from '#db/reads/reads.ts';
import { createLedgerCheck } from '#server/money/check-changed-accounts.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { checkNewEntries } from '#server/money/check-new-entries.ts';
import { proveOldOrders, sealWallets } from '#server/money/seal-ledger.ts';
import { readCommandLine } from '../../scripts/command-line.ts';
import { type Goal, goalOf, reportGoals } from '../goals.ts';
import { inLab, type Lab } from '../lab.ts';
import { median } from '../statistics.ts';
import { shown } from '../table.ts';
import { fill } from './fill.ts';

const { options } = readCommandLine({
  name: 'npm run bench:ledger',
  purpose: `Fills a ledger, seals it, adds new orders, and compares the proof from the checkpoints with the full proof. Exits with 1 if
the first takes longer than two seconds, or if a proof fails.`,
  options: {
    rows: { takes: 'N', default: 200_000, min: 10_000, max: 50_000_000, means: 'ledger rows, about' },
    customers: { takes: 'N', default: 2_000, min: 100, max: 1_000_000, means: 'wallets' },
    new: { takes: 'N', default: 2_000, min: 1, max: 1_000_000, means: 'orders after the checkpoints' },
    rounds: { takes: 'N', default: 5, min: 1, max: 50, means: 'proofs from the checkpoints, for the median' },
  },
  example: 'npm run bench:ledger -- --rows 10000000 --customers 100000 --new 30000',
});

/** Of the demo's ledger rows, the orders' charges. */
const ORDERS_PER_ROW = 0.9;
const WALLETS_PER_SEAL = 500;
const LIMIT_SECONDS = 2;
/** Wallets that a step of the background proof looks at beside the changed ones. */
const LOOK = 500;

reportGoals(await inLab(compare));

async function compare(lab: Lab): Promise<Goal[]> {
  const { db } = await lab.newDatabase('ledger');
  const { rows, customers } = options;
  await fill(db, { orders: Math.round(rows * ORDERS_PER_ROW), customers, services: 200 });
  const sealing = await timed(() => sealAll(db));
  await withDeadline(0, () => addOrders(db));
  await withDeadline(0, () => db.$client`vacuum (analyze) ledger, ledger_checkpoints, orders, accounts`);
  await proveInBackground(db);
  const sinceSeconds: number[] = [];
  let newRows = 0;
  for (let round = 0; round < options.rounds; round++) {
    const { seconds, result } = await timed(() => checkNewEntries(db, { smallLedgerRows: 0 }));
    assertProved(result.problems);
    if (result.newRows === undefined) throw new Error('All rows were read: the ledger is not sealed');
    newRows = result.newRows;
    sinceSeconds.push(seconds);
  }
  const full = await timed(() => checkLedger(db));
  assertProved(full.result.problems);
  const { entries, wallets } = full.result;
  const ratio = full.seconds / median(sinceSeconds);
  console.log(`${shown(entries)} ledger rows of ${shown(wallets)} wallets; ${shown(newRows)} since the checkpoints`);
  console.log(`sealed in ${shown(sealing.seconds)} s, ${shown(entries / sealing.seconds)} rows a second`);
  console.log(`full proof ${shown(full.seconds)} s, ${shown(ratio)} times as long as from the checkpoints`);
  console.log(await sizes(db));
  return [goalOf('proof from the checkpoints', sinceSeconds, { atMost: [LIMIT_SECONDS], unit: 's' })];
}

async function sealAll(db: Db): Promise<void> {
  const wallets = await db.$client<{ id: number }[]>`select id from accounts where kind = 'wallet' order by id`;
  for (let from = 0; from < wallets.length; from += WALLETS_PER_SEAL) {
    const ids = wallets.slice(from, from + WALLETS_PER_SEAL).map(({ id }) => id);
    while ((await sealWallets(db, ids, { rowsPerCheckpoint: 1 })) > 0);
  }
  while (await proveOldOrders(db));
}

/** One cheap order of each customer with money, again and again. */
async function addOrders(db: Db): Promise<void> {
  for (let left = options.new; left > 0; ) {
    const { count } = await db.$client`
      with placed as (
        insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
        select a.user_id, s.id, s.name, '@bench', 10, 1, 10
        from accounts a, (select id, name from services order by id limit 1) s
        where a.kind = 'wallet' and a.balance_nanos >= 10 order by a.id limit ${left}::int
        returning id, user_id
      ), charged as (
        update accounts a set balance_nanos = balance_nanos - 10, version = version + 1
        from placed where a.user_id = placed.user_id
        returning a.id as account_id, version, balance_nanos, placed.id as order_id
      )
      insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id)
      select account_id, version, 1, -10, balance_nanos, 'order_charge', order_id from charged`;
    if (count === 0) throw new Error('No customer has money left');
    left -= count;
  }
}

/** The background proof without its pauses: how many changed wallets it takes a second, and how long a look at others is. */
async function proveInBackground(db: Db): Promise<void> {
  const check = createLedgerCheck(onlyPrimary(db), { settleSeconds: 0, rowsPerCheckpoint: 1_000_000 });
  const startSeconds = Date.now() / 1000;
  const steps: { seconds: number; wallets: number }[] = [];
  while ((check.figures().completedAtSeconds ?? 0) < startSeconds) {
    const before = check.figures().wallets;
    const { seconds } = await timed(() => check.checkNext());
    steps.push({ seconds, wallets: check.figures().wallets - before });
  }
  const [changed, others] = [steps.filter((step) => step.wallets > LOOK), steps.filter((step) => step.wallets <= LOOK)];
  const sum = (of: typeof steps, what: 'seconds' | 'wallets') => of.reduce((total, step) => total + step[what], 0);
  const rate = sum(changed, 'wallets') / sum(changed, 'seconds');
  console.log(
    `background proof: ${shown(sum(changed, 'wallets'))} wallets, most of them changed, ${shown(rate)} a second`,
  );
  if (others.length > 0)
    console.log(`a step without changed ones ${shown(median(others.map(({ seconds }) => seconds * 1000)))} ms`);
}

async function sizes(db: Db): Promise<string> {
  const rows = await db.$client<{ text: string }[]>`
    select format('%s %s, %s bytes a row of the ledger', name, pg_size_pretty(bytes), bytes / greatest((select count(*) from ledger), 1)) as text
    from (
      select name, pg_total_relation_size(name::regclass) as bytes from unnest(array['ledger', 'ledger_checkpoints', 'orders']) name
    ) tables`;
  return rows.map(({ text }) => text).join('\n');
}

function assertProved(problems: string[]): void {
  if (problems.length > 0) throw new Error(`The ledger is wrong:\n${problems.slice(0, 10).join('\n')}`);
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ seconds: number; result: Result }> {
  const startedMs = performance.now();
  const result = await work();
  return { seconds: (performance.now() - startedMs) / 1000, result };
}
