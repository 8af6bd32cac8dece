import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { ATTENTION_ROWS, type Attention, type AttentionLines, attentionKinds } from '#shared/reports.ts';
import { type SupplierMicros, supplierDecimal } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import type { Deps } from '../../base/deps.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { isBackupLate } from '../../base/last-backup.ts';
import { countKinds } from './attention-kinds.ts';
import { stuckOrders } from './stuck-orders.ts';

/** Reads what needs a person, at most some seconds old. Admins only. */
export async function readAttention(deps: Tools, actor: Actor): Promise<Attention> {
  assertAdmin(actor);
  return attentions.get(deps);
}

type Tools = Pick<Deps, 'db' | 'config'>;

const attentions = cachedRead(
  async (tools: Tools): Promise<Attention> => {
    const { db } = tools;
    const [lines, undecided, pausedServices, stuck, suppliers] = await Promise.all([
      readLines(tools),
      readUndecided(db),
      readPausedServices(db),
      readStuck(db),
      readSuppliers(db),
    ]);
    return { kinds: kindsOf(lines), lines, undecided, pausedServices, stuck, suppliers };
  },
  { freshForMs: 2_000 },
);

async function readLines(tools: Tools): Promise<AttentionLines> {
  const { db } = tools;
  const [all, isLate] = await Promise.all([countKinds(db, await stuckOrders(db)), isBackupLate(tools)]);
  const found = all.map(({ kind, count, href }) => ({ kind, count, href }));
  if (isLate) found.push({ kind: 'backup_late', count: 1, href: '/dashboard#backup' });
  return found.toSorted((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind));
}

function kindsOf(lines: AttentionLines): AttentionLines {
  return Array.from(Map.groupBy(lines, ({ kind }) => kind).values(), (ofKind) => ({
    ...(ofKind[0] as AttentionLines[number]),
    count: ofKind.reduce((sum, { count }) => sum + count, 0),
  }));
}

type Undecided = Attention['undecided']['items'][number];
type PausedService = Attention['pausedServices']['items'][number];
type Stuck = Attention['stuck']['items'][number];

function readUndecided(db: Db) {
  return counted<Undecided>(db, {
    rows: sql`select f.id, f.order_id as "orderId", f.state, f.flag, s.name as "supplierName",
      coalesce(f.flagged_at, f.unknown_since, f.created_at) as since
    from forwards f left join suppliers s on s.id = f.supplier_id
    where f.flag is not null or f.state = 'unknown'`,
    order: sql`since, id`,
    dates: ['since'],
  });
}

function readPausedServices(db: Db) {
  return counted<PausedService>(db, {
    rows: sql`select id, name, paused_reason as reason, paused_at as since from services
    where paused_at is not null and deleted_at is null`,
    order: sql`since, id`,
    dates: ['since'],
  });
}

async function readStuck(db: Db) {
  return counted<Stuck>(db, {
    rows: sql`select stuck.order_id as "orderId", o.service_name as "serviceName", s.name as "supplierName",
      stuck.accepted_at as "boughtAt", stuck.p95_minutes as "p95Minutes"
    from (${await stuckOrders(db)}) stuck join orders o on o.id = stuck.order_id join suppliers s on s.id = stuck.supplier_id`,
    order: sql`"boughtAt", "orderId"`,
    dates: ['boughtAt'],
  });
}

/** The number of all rows, and the first of them. */
async function counted<Row extends object>(
  db: Db,
  { rows, order, dates }: { rows: SQL; order: SQL; dates: (keyof Row & string)[] },
): Promise<{ count: number; items: Row[] }> {
  const [first] = await db.execute<{ count: number; items: Row[] }>(sql`
    with found as materialized (${rows})
    select (select count(*)::integer from found) as count, coalesce((
      select jsonb_agg(to_jsonb(part)) from (select * from found order by ${order} limit ${ATTENTION_ROWS}) part), '[]') as items`);
  return { count: first?.count ?? 0, items: (first?.items ?? []).map((row) => withDates(row, dates)) };
}

/** JSON has no dates. */
function withDates<Row extends object>(row: Row, names: (keyof Row & string)[]): Row {
  return { ...row, ...Object.fromEntries(names.map((name) => [name, new Date(String(row[name]))])) };
}

interface SupplierRow extends Record<string, unknown> {
  id: number;
  name: string;
  currency: string;
  balance_exact: SupplierMicros | null;
  is_low: boolean;
  stopped: boolean;
  unreachable_since: string | null;
  waiting: number;
}

async function readSuppliers(db: Db): Promise<Attention['suppliers']> {
  const rows = await db.execute<SupplierRow>(sql`
    select id, name, currency, balance_exact, coalesce(balance_exact < low_balance_micros, false) as is_low,
      stopped_at is not null as stopped, unreachable_since, coalesce(waiting.count, 0)::integer as waiting
    from suppliers left join (
      select supplier_id, count(*) from forwards where state = 'waiting_funds' group by 1
    ) waiting on waiting.supplier_id = suppliers.id
    order by num_nonnulls(stopped_at, unreachable_since) > 0 or coalesce(balance_exact < low_balance_micros, false) or coalesce(waiting.count, 0) > 0 desc,
      lower(name)`);
  return rows.map(({ balance_exact: balance, is_low: isLow, unreachable_since: since, waiting, ...row }) => ({
    ...row,
    balance: balance === null ? null : supplierDecimal(balance, AMOUNT_SCALE),
    isLow,
    unreachableSince: since === null ? null : new Date(since),
    waitingFunds: waiting,
  }));
}
