import type { Db } from '#db/client.ts';
import { DOLLAR_RATE, supplierMicros } from '#shared/supplier-money.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { sealWallets } from '../money/seal-ledger.ts';
import { bookCorrection, bookPayment, bookPurchase, bookReturn } from '../suppliers/books.ts';
import {
  dollars,
  makeAdmin,
  makeMissing,
  makeNotice,
  makeOrder,
  makeRecharge,
  makeSavedReply,
  makeUser,
} from './factories.ts';
import { withoutEvents } from './without-events.ts';

/** Texts that a copy could change: separators, escapes, an end mark, the text of a null, other scripts. */
const HOSTILE = `tab\t line\nreturn\r back\\slash \\N \\. "quote" 'single' \${x} আমি 🙂 \u2028 é`;
const HASH = 'a'.repeat(64);

/**
 * Adds rows to every table of the schema. Money moves through the verbs, so that the ledger is proved.
 * @returns the tables that have no row all the same; a new table needs one here
 */
export async function fillEveryTable(db: Db): Promise<string[]> {
  const deps = withoutEvents(db);
  const admin = await makeAdmin(db);
  const customer = await makeUser(db, { balanceNanos: dollars(50), name: `আমি 🙂 \\N` });
  const order = await makeOrder(db, customer);
  const recharge = await makeRecharge(db, customer);
  await makeRecharge(db, customer, { reference: `${recharge.reference}X` });
  await decideRecharge(deps, admin.actor, { id: recharge.id, decision: 'approve' });
  const rejected = await makeOrder(db, customer);
  await decideOrder(deps, admin.actor, { id: rejected.id, decision: 'reject', reason: HOSTILE });
  await makeNotice(db, { body: HOSTILE });
  await makeSavedReply(db, { text: HOSTILE });
  await makeMissing(db, customer, { link: HOSTILE });
  const queued = await makeOrder(db, customer);
  await fillSuppliers(db, { orderId: order.id, queuedOrderId: queued.id, adminId: admin.id });
  await db.$client.begin(async (sql) => {
    const [user, boss, later] = [customer.id, admin.id, new Date(Date.now() + 3_600_000).toISOString()];
    await sql`update services set description = ${HOSTILE}`;
    await sql`insert into order_batches (order_id, line) values (${order.id}, 0)`;
    await sql`insert into order_comments (order_id, comments) values (${order.id}, ${HOSTILE})`;
    await sql`insert into order_progress (order_id, start_count, remains) values (${order.id}, 9007199254740991, 0)`;
    await sql`insert into order_requests (order_id, user_id, kind, asked_by, request_id)
      values (${order.id}, ${user}, 'cancel', ${boss}, gen_random_uuid())`;
    await sql`insert into order_request_events (order_request_id, seq, from_status, to_status, actor_id, reason)
      select id, 1, 'pending', 'rejected', ${boss}, ${HOSTILE} from order_requests`;
    await sql`update order_requests set status = 'rejected', closed_at = now()`;
    await sql`insert into supplier_requests (order_request_id, forward_id, answer)
      select r.id, f.id, ${HOSTILE} from order_requests r, forwards f where f.order_id = ${order.id}`;
    await sql`insert into favourites (user_id, service_id) select ${user}, id from services limit 1`;
    await sql`insert into sessions (id, user_id, user_agent, expires_at)
      values ('00000000-0000-4000-8000-000000000001', ${user}, ${HOSTILE}, ${later})`;
    const token = () => sql`insert into refresh_tokens (session_id, parent_id, hash, expires_at)
      select '00000000-0000-4000-8000-000000000001', max(id), md5(count(*)::text), ${later} from refresh_tokens`;
    await token();
    await token();
    await sql`insert into api_keys (user_id, name, hash, previous_hash, rolled_at, scopes, addresses, last_used_at, last_used_address)
      values (${user}, ${'আমি 🙂'}, ${HASH}, ${HASH}, now(), '{read,order}', '{2001:db8::/32}', now(), '2001:db8::1')`;
    await sql`insert into import_mappings (headers, mapping) values ('a', ${JSON.stringify({ name: HOSTILE })}::jsonb)`;
    await sql`insert into key_calls (key_id, status, code, trace_id, at)
      values (1, 409, 'insufficient_balance', gen_random_uuid(), now())`;
    await sql`insert into undelivered_orders (request_id, key_id, digest) select gen_random_uuid(), id, ${HASH} from api_keys limit 1`;
    await sql`insert into password_resets (user_id, hash, expires_at) values (${user}, ${HASH}, ${later})`;
    await sql`insert into email_changes (user_id, new_email, confirmer, hash, expires_at)
      values (${user}, 'new@example.com', 'new', ${HASH}, ${later})`;
    await sql`insert into login_alerts (user_id, hash, recipient, expires_at) values (${user}, ${HASH}, 'a@example.com', ${later})`;
    await sql`insert into second_factors (user_id, sealed_secret, confirmed_at) values (${boss}, 'v1.keyid0000000.a.b', now())`;
    await sql`insert into recovery_codes (user_id, hash) values (${boss}, ${HASH})`;
    await sql`insert into images (digest, type, width, height, bytes, uploaded_by)
      values (${HASH}, 'webp', 1, 1, ${Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))}, ${boss})`;
    await sql`insert into jobs (kind, decision, reason, bulk_id, started_by, request_id, request_hash, total, starts_at)
      values ('orders', 'complete', ${HOSTILE}, gen_random_uuid(), ${boss}, gen_random_uuid(), ${HASH}, 1, ${later})`;
    await sql`insert into job_rows (job_id, position, row_id, expected_status) select id, 0, ${order.id}, 'pending' from jobs`;
    await sql`insert into tickets (user_id, subject, message_count) values (${user}, ${HOSTILE.slice(0, 20)}, 1)`;
    await sql`insert into ticket_messages (ticket_id, seq, author_id, by_admin, message)
      select id, 1, ${user}, false, ${HOSTILE} from tickets`;
    await sql`insert into mail_outbox (recipient, subject, body) values ('a@example.com', 'Hello', ${HOSTILE})`;
    await sql`insert into rate_limits (key, count, window_ends_at) values (${HOSTILE}, 1, 'infinity')`;
    await sql`insert into secret_fingerprints (fingerprint) values (${HASH})`;
    await sql`insert into money_totals (kind, quarter, total_nanos, entries)
      values ('grant', '2020-01-01', 123456789012345678901234567890, 1)`;
    await sql`insert into order_totals (quarter, orders, earned_nanos) values ('2020-01-01', 1, -1)`;
    await sql`insert into backups (host, entry, bytes, started_at, finished_at)
      values ('host', ${HOSTILE}, 9007199254740991, now(), now())`;
    await sql`insert into webhooks (user_id, url, events, sealed_secret)
      values (${user}, ${`https://example.com/${HOSTILE.slice(0, 4)}`}, array['order.changed'], 'v1.keyid0000000.a.b')`;
    await sql`insert into webhook_deliveries (webhook_id, event, subject_id, facts)
      select id, 'order.changed', ${order.id}, ${JSON.stringify({ link: HOSTILE })}::jsonb from webhooks`;
    await sql`insert into backup_schedule default values`;
    await sql`insert into outgoing_hold (reason, last_mail_id, released_at) values (${HOSTILE}, 0, now())`;
  });
  const wallets = await db.$client<{ id: number }[]>`select id from accounts where kind = 'wallet'`;
  await sealWallets(
    db,
    wallets.map(({ id }) => id),
    { rowsPerCheckpoint: 1 },
  );
  const tables = await readContents(db);
  return [...tables].flatMap(([name, { rows }]) => (rows === 0 ? [name] : []));
}

interface Filling {
  orderId: number;
  queuedOrderId: number;
  adminId: number;
}

/** A supplier with its list, a source, an order that waits to be bought elsewhere, an order that was bought and is partly given back, and its books. */
async function fillSuppliers(db: Db, { orderId, queuedOrderId, adminId }: Filling): Promise<void> {
  const ids = await db.$client.begin(async (sql) => {
    const [supplier] = await sql<{ id: number }[]>`
      insert into suppliers (name, url, sealed_key, currency, rate_picos, created_by, balance_micros, balance_at, stopped_at, stopped_reason,
        stopped_text, order_place)
      values (${`আমি 🙂 ${HOSTILE.slice(0, 20)}`}, 'https://panel.example.com/api/v2', 'v1.keyid0000000.a.b', 'BDT', 8200000000, ${adminId},
        -1, now(), now(), 'unknowns', ${HOSTILE}, 'data.order') returning id`;
    if (!supplier) throw new Error('inserting a supplier returned no row');
    await sql`insert into supplier_services (supplier_id, external_id, name, category, description, trade_type, type, cost_micros, min, max,
        refill, cancel, missing_lists, missing_since)
      values (${supplier.id}, '101', ${HOSTILE}, 'Instagram', ${HOSTILE}, 'Default', 'default', 900000, 10, 9007199254740991, true, false, 1, now())`;
    await sql`insert into supplier_readings (supplier_id, at, started_at, balance_micros, books_micros, books_version, account)
      values (${supplier.id}, now(), now(), -0.0001, 99999999999999999999.9999, 1, ${HOSTILE})`;
    await sql`insert into supplier_refusal_words (text, meaning, supplier_id) values (${HOSTILE}, 'may_be_bought', ${supplier.id})`;
    await sql`insert into supplier_unreadable_lines (supplier_id, line_no, external_id, name, reason)
      values (${supplier.id}, 2, null, ${HOSTILE}, 'no_id')`;
    await sql`insert into service_sources (service_id, position, supplier_id, external_id, accepted_cost_micros, paused_at, paused_reason,
        paused_text)
      select service_id, 1, ${supplier.id}, '101', 900000, now(), 'refused', ${HOSTILE} from orders where id = ${orderId}`;
    const [forward] = await sql<{ id: number }[]>`
      insert into forwards (order_id, state, due_at, supplier_id, external_id, external_order_id, cost_micros, rate_picos, cost_nanos,
        charged_micros, charged_nanos, returned_nanos, accepted_at, supplier_status)
      values (${orderId}, 'accepted', null, ${supplier.id}, '101', '23501', 900000, ${DOLLAR_RATE}, 900000000, 900001, 900001000, 1, now(), ${HOSTILE})
      returning id`;
    if (!forward) throw new Error('inserting a forward returned no row');
    await sql`insert into forward_events (forward_id, seq, from_state, to_state, supplier_id, reason)
      values (${forward.id}, 1, 'queued', 'sending', ${supplier.id}, null), (${forward.id}, 2, 'sending', 'accepted', ${supplier.id}, ${HOSTILE})`;
    await sql`insert into supplier_calls (supplier_id, action, forward_id, request, http_status, may_have_arrived, response, response_bytes,
        outcome, duration_ms)
      values (${supplier.id}, 'add', ${forward.id}, ${HOSTILE}, 200, true, ${Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))},
        256, ${HOSTILE}, 12)`;
    await sql`insert into suppliers (name, url, sealed_key, currency, rate_picos, created_by)
      values ('Another', 'https://other.example.com/api/v2', 'v1.keyid0000000.a.b', 'USD', ${DOLLAR_RATE}, ${adminId})`;
    await sql`insert into forwards (order_id) values (${queuedOrderId})`;
    await sql`insert into supplier_alarms (kind, subject_id) values ('stopped', ${supplier.id}), ('undecided', 0)`;
    await sql`insert into queue_claims (kind, id, holder, what) values ('mail', 1, 7, ${HOSTILE})`;
    await sql`insert into background_calls (kind, key, request) values ('alarms.test', ${HASH}, '{"actor":{"id":1}}')`;
    await sql`insert into payment_devices (name, method_ids, sims, sealed_secret, created_by)
      values (${HOSTILE.slice(0, 40)}, array[1, 2], ${JSON.stringify({ 1: HOSTILE })}::jsonb, 'v1.keyid0000000.a.b', ${adminId})`;
    await sql`insert into evidence (device_id, sender, text, digest, state, due_at, reason)
      select id, ${HOSTILE}, ${HOSTILE}, ${HASH}, 'ignored', null, 'foreign_sender' from payment_devices`;
    await sql`insert into payment_accounts (method_id, number, name, most_taka_a_day, removed_at)
      select id, ${HOSTILE}, ${HOSTILE}, 1, now() from payment_methods limit 1`;
    await sql`insert into statement_mappings (provider, mapping) values ('bkash', ${JSON.stringify({ at: HOSTILE })}::jsonb)`;
    await sql`insert into background_outages (server, since) values ('00000000-0000-4000-8000-000000000009', now())`;
    await sql`insert into alarms (kind, count, line) values ('purchases_unknown', 1, '1 purchase')`;
    return { supplierId: supplier.id, forwardId: forward.id };
  });
  await db.transaction(async (tx) => {
    const [supplierId, paid] = [ids.supplierId, supplierMicros(500_000)];
    await bookPayment(tx, { supplierId, amountMicros: paid, adminId, reason: 'By bank' });
    await bookPurchase(tx, { ...ids, amountMicros: supplierMicros(900_000) });
    await bookCorrection(tx, { ...ids, amountMicros: supplierMicros(-1), reason: 'Charged more' });
    await bookReturn(tx, { ...ids, amountMicros: supplierMicros(300_000) });
  });
}

/** For each table of the schema: how many rows it has, and a hash of all their values. */
export async function readContents(db: Db): Promise<Map<string, { rows: number; hash: string }>> {
  const sql = db.$client;
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`;
  const contents = new Map<string, { rows: number; hash: string }>();
  for (const { name } of names) {
    const [found] = await sql<{ rows: number; hash: string }[]>`
      select count(*) as rows, md5(coalesce(string_agg(t::text, chr(10) order by t::text collate "C"), '')) as hash
      from ${sql(name)} t`;
    if (found) contents.set(name, { ...found });
  }
  return contents;
}
