import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { SILENT_MINUTES } from '#shared/devices.ts';
import { HELD_DAYS, UNCLAIMED_DAYS } from '#shared/evidence.ts';
import { LONGEST_SEARCH } from '#shared/paging.ts';
import type { AttentionKind } from '#shared/reports.ts';
import { setAsideKinds } from '#shared/set-aside.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import { isFlagged } from '../../suppliers/is-flagged.ts';

/** More rows of a kind are not counted. */
const MOST_COUNTED = 10_000;
/** More ids make a link too long. */
const MOST_IN_LINK = 100;

interface Kind {
  /** Of the line on the overview. What needs another page has a line of its own. */
  kind: AttentionKind;
  /** Selects `id`, `supplier_id`, `at` (when it began, null if unknown), and `is_alarm` (whether admins are notified of it). */
  rows: SQL;
  /** The page of the client with these rows; empty if there is none. */
  href: string | ((ids: number[]) => string);
  /** After the count in a notification, for one and for several; without words there is none. */
  words?: [one: string, several: string];
}

/** What needs a person, in one place for the overview and for notifications; {@link countKinds} adds what is stuck. */
const kinds: Record<Exclude<AttentionKind, 'stuck' | 'lines_waiting' | 'backup_late'>, Omit<Kind, 'kind'>> = {
  no_alarm_address: {
    rows: sql`select 1 as id, null::bigint as supplier_id, null::timestamptz as at, false as is_alarm from settings
      where telegram_chat_id is null and not exists (
        select from users where role = 'admin' and blocked_at is null and email_confirmed_at is not null
      )`,
    href: '/dashboard/settings?section=alarms',
  },
  background_down: {
    rows: sql`select 1 as id, null::bigint as supplier_id, since as at, true as is_alarm from background_outages
      where seen_at > now() - interval '30 seconds' and since < now() - interval '30 seconds'`,
    href: '',
    words: [
      'background worker of a server is down, and emails, webhooks and purchases wait: look at its log',
      'background workers of servers are down, and emails, webhooks and purchases wait: look at their logs',
    ],
  },
  recharges: {
    rows: plainRows(sql`recharges where status = 'pending'`),
    href: '/dashboard/manageRecharges',
  },
  device_silent: {
    rows: sql`select id, null::bigint as supplier_id, coalesce(seen_at, created_at) as at, true as is_alarm from payment_devices
      where revoked_at is null and coalesce(seen_at, created_at) < now() - make_interval(mins => ${SILENT_MINUTES})`,
    href: '/dashboard/messages?tab=devices',
    words: ['phone sends no payment messages', 'phones send no payment messages'],
  },
  money_unclaimed: {
    rows: sql`select id, null::bigint as supplier_id, stored_at as at, true as is_alarm from evidence
      where state = 'unclaimed' and stored_at < now() - make_interval(days => ${UNCLAIMED_DAYS})
        and (device_id is not null or at > stored_at - make_interval(days => ${UNCLAIMED_DAYS}))`,
    href: '/dashboard/messages?state=unclaimed&late=true',
    words: ['payment that nobody has claimed for 3 days', 'payments that nobody has claimed for 3 days'],
  },
  messages_held: {
    // Nobody decides an older one any more.
    rows: sql`select id, null::bigint as supplier_id, stored_at as at, true as is_alarm from evidence
      where state = 'held' and stored_at > now() - make_interval(days => ${HELD_DAYS})`,
    href: '/dashboard/messages?state=held',
    words: ['payment message waits for a person', 'payment messages wait for a person'],
  },
  purchases_unknown: {
    // One that takes `request_id` settles most of them itself.
    rows: sql`select f.id, coalesce(f.supplier_id, f.next_supplier_id) as supplier_id, coalesce(f.unknown_since, f.flagged_at) as at,
        not coalesce(s.idempotent and f.unknown_since > now() - interval '10 minutes', false) as is_alarm
      from forwards f left join suppliers s on s.id = f.supplier_id where f.state = 'unknown'`,
    href: '/dashboard/purchases?state=unknown',
    words: ['purchase may or may not have been bought', 'purchases may or may not have been bought'],
  },
  purchases_refused: {
    rows: forwardRows(sql`state = 'refused'`, sql`ended_at`),
    href: '/dashboard/purchases?state=refused',
    words: ['purchase was refused', 'purchases were refused'],
  },
  supplier_unreachable: {
    rows: supplierRows(
      sql`stopped_at is null and unreachable_since < now() - interval '5 minutes' and exists (
        select from forwards f where f.next_supplier_id = suppliers.id and f.state = 'queued' and f.due_at is not null)`,
      sql`unreachable_since`,
    ),
    href: '/dashboard/suppliers?only=unreachable',
    words: ['supplier does not answer, and orders wait', 'suppliers do not answer, and orders wait'],
  },
  supplier_stopped: {
    // A person who stops one knows it.
    rows: supplierRows(sql`stopped_at is not null`, sql`stopped_at`, sql`stopped_by is null`),
    href: '/dashboard/suppliers?only=stopped',
    words: ['supplier is stopped', 'suppliers are stopped'],
  },
  waiting_funds: {
    rows: forwardRows(sql`state = 'waiting_funds'`, sql`waiting_since`),
    href: '/dashboard/purchases?state=waiting_funds',
    words: ['order waits for the balance at its supplier', 'orders wait for the balance at their supplier'],
  },
  supplier_low: {
    rows: supplierRows(sql`balance_exact < low_balance_micros`, sql`null::timestamptz`),
    href: '/dashboard/suppliers?only=low',
    words: ['supplier is low on balance', 'suppliers are low on balance'],
  },
  losses: {
    rows: forwardRows(isFlagged('losses'), sql`flagged_at`),
    href: '/dashboard/purchases?state=flagged&flag=losses',
    words: ['purchase cost more than it should', 'purchases cost more than they should'],
  },
  services_paused: {
    rows: sql`select id, null::bigint as supplier_id, paused_at as at, true as is_alarm from services
      where paused_at is not null and deleted_at is null`,
    href: '/dashboard/manageServices?shelf=paused',
    words: ['service was paused by the panel', 'services were paused by the panel'],
  },
  purchases_flagged: {
    rows: forwardRows(isFlagged('other'), sql`flagged_at`),
    href: '/dashboard/purchases?state=flagged&flag=other',
    words: ['purchase is flagged', 'purchases are flagged'],
  },
  words_unknown: {
    rows: forwardRows(isFlagged('words'), sql`coalesce(flagged_at, unknown_since)`),
    href: '/dashboard/purchases?state=flagged&flag=words',
    words: ['purchase has words that the panel does not know', 'purchases have words that the panel does not know'],
  },
  lines_unreadable: {
    rows: sql`select id, id as supplier_id, listed_at as at, true as is_alarm from suppliers, generate_series(1, lines_unreadable)`,
    href: proposalOf('unreadable'),
    words: ['line of a list can not be read', 'lines of lists can not be read'],
  },
  set_aside: {
    rows: sql`select id, null::bigint as supplier_id, set_aside_at as at, true as is_alarm from queue_claims
      where set_aside_at is not null and kind = any(${sql.param([...setAsideKinds])}::text[])`,
    href: '/dashboard/jobs?tab=setAside',
    words: ['piece of background work was set aside', 'pieces of background work were set aside'],
  },
  requests: {
    rows: plainRows(sql`order_requests where closed_at is null`),
    href: '/dashboard/manageRequests',
  },
  tickets: {
    rows: plainRows(sql`tickets where status = 'open'`),
    href: '/dashboard/manageTickets',
  },
};

/** Bulk jobs that have done no row for as long as their alarm of `deploy/monitoring/rules.yml` waits; none while all is held. */
const stuckJobs = sql`select id, null::bigint as supplier_id, null::timestamptz as at, true as is_alarm from jobs j
  where ended_at is null and starts_at < now() - interval '15 minutes' and not ${isOutgoingPaused} and not exists (
    select from job_rows r where r.job_id = j.id and r.at > now() - interval '15 minutes')`;

/** The same of events that were not attempted. Receivers that fail do not count. In the link are their owners. */
const stuckDeliveries = sql`select w.user_id as id, null::bigint as supplier_id, null::timestamptz as at, true as is_alarm
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.failing_since is null
  where d.status = 'waiting' and d.attempts = 0 and d.created_at < now() - interval '10 minutes' and not ${isOutgoingPaused}`;

/** Lines of lists whose cost waits for a person; a fall is no alarm. */
const linesWaiting = (waits: readonly string[], isAlarm: boolean) => sql`select supplier_id as id, supplier_id,
    null::timestamptz as at, ${isAlarm} as is_alarm
  from service_sources where waiting = any(${sql.param(waits)}::text[])
    and exists (select from services v where v.id = service_id and v.deleted_at is null) group by supplier_id, external_id`;

/** A kind that has rows, or whose notification may be over. */
export interface CountedKind {
  kind: AttentionKind;
  count: number;
  href: string;
  /** The row in `alarms`, of a kind with notifications. */
  alarm: string | null;
  /** The rows that admins are notified of, and when the newest began. */
  alarmCount: number;
  latest: string | null;
  /** One line for a notification. */
  line: string;
}

interface Row extends Record<string, unknown> {
  position: number;
  count: number;
  alarmCount: number;
  latest: string | null;
  ids: number[];
  /** Of the first suppliers. */
  names: string | null;
}

/** Counts every kind but a late backup, by pages, in one statement. @param stuck selects late orders, as `stuckOrders` does */
export async function countKinds(db: Db | Tx, stuck: SQL): Promise<CountedKind[]> {
  const all: (Kind & { alarm?: string })[] = [
    ...Object.entries(kinds).map(([kind, rest]) => ({ kind: kind as AttentionKind, ...rest })),
    {
      ...{ kind: 'lines_waiting', rows: linesWaiting(['risen', 'dearer'], true), href: proposalOf('dearer') },
      words: ['line of a list is dearer than accepted', 'lines of lists are dearer than accepted'],
    },
    {
      ...{ kind: 'lines_waiting', rows: linesWaiting(['cheaper', 'doubted'], false), href: proposalOf('cheaper') },
    },
    {
      kind: 'stuck',
      rows: sql`select order_id as id, supplier_id, null::timestamptz as at, true as is_alarm from (${stuck}) late`,
      href: (ids) =>
        `/dashboard/manageOrders?status=all&q=${encodeURIComponent(searchFor(ids)).replaceAll('%20', '+')}`,
      words: ['bought order is late', 'bought orders are late'],
    },
    {
      ...{ kind: 'stuck', alarm: 'stuck_jobs', rows: stuckJobs },
      href: ([id]) => `/dashboard/jobs/${id}`,
      words: ['bulk job does not go on', 'bulk jobs do not go on'],
    },
    {
      ...{ kind: 'stuck', alarm: 'stuck_deliveries', rows: stuckDeliveries },
      href: ([id]) => `/dashboard/users/${id}`,
      words: ['event of a webhook waits for its first delivery', 'events of webhooks wait for their first delivery'],
    },
  ];
  const counts = all.map(
    ({ rows }, position) => sql`
      select ${position}::int as position, count(*)::int as count, count(*) filter (where is_alarm)::int as "alarmCount",
        max(at) filter (where is_alarm)::text as latest, (array_agg(id order by id))[1:${sql.raw(String(MOST_IN_LINK))}] as ids,
        (select string_agg(name, ', ') from (
          select name from suppliers where id = any(array_agg(distinct supplier_id) filter (where is_alarm)) order by id limit 3
        ) first) as names
      from (select * from (${rows}) found limit ${MOST_COUNTED}) counted having count(*) > 0`,
  );
  const found = await db.execute<Row>(sql.join(counts, sql` union all `));
  return Array.from(found, ({ position, ids, names, ...row }) => {
    const { kind, href, words, alarm = kind } = all[position] as (typeof all)[number];
    const [one, several] = words ?? ['', ''];
    return {
      ...{ kind, count: row.count, alarmCount: row.alarmCount, latest: row.latest },
      href: typeof href === 'string' ? href : href(ids),
      alarm: words ? alarm : null,
      line: `${row.alarmCount} ${row.alarmCount === 1 ? one : several}${names ? ` (${names})` : ''}`,
    };
  });
}

/** A search for orders by their ids: as many as it may name. A cut id would be another order's. */
function searchFor(ids: number[]): string {
  const text = ids.map((id) => `#${id}`).join(' ');
  return text.length <= LONGEST_SEARCH ? text : text.slice(0, text.lastIndexOf(' ', LONGEST_SEARCH));
}

/** The lines with a change, of one supplier; of several the list of suppliers. */
function proposalOf(change: string) {
  return (ids: number[]) =>
    new Set(ids).size === 1 ? `/dashboard/suppliers/${ids[0]}?change=${change}` : '/dashboard/suppliers';
}

function plainRows(from: SQL): SQL {
  return sql`select id, null::bigint as supplier_id, null::timestamptz as at, false as is_alarm from ${from}`;
}

function forwardRows(where: SQL, at: SQL): SQL {
  return sql`select id, coalesce(supplier_id, next_supplier_id) as supplier_id, ${at} as at, true as is_alarm from forwards where ${where}`;
}

function supplierRows(where: SQL, at: SQL, isAlarm = sql`true`): SQL {
  return sql`select id, id as supplier_id, ${at} as at, ${isAlarm} as is_alarm from suppliers where ${where}`;
}
