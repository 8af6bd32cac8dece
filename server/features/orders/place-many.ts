import { Column, is } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { v5 as uuidv5 } from 'uuid';
import { type Nanos, subtract } from '#shared/money.ts';
import type { OrderLine, PlacedLines, PlaceManyInput, RefusedLine } from '#shared/order-lines.ts';
import type { OrderRow } from '#shared/orders.ts';
import type { LinkFit, ServiceTarget } from '#shared/paste/fit.ts';
import type { Settings } from '#shared/settings.ts';
import type { Actor } from '#shared/users.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { takeAttempts, tooMany } from '../../base/limits/rate-limit.ts';
import { bengaliNames, inBengali } from '../../base/lists/bengali-names.ts';
import { type PlacedBy, rememberOrder } from '../../money/acknowledged.ts';
import { assertFits, demandsOfOrder } from '../../money/assert-fits.ts';
import { chargeInTurn } from '../../money/batch-queue.ts';
import { chargeOrders, justPlaced, type OrderToCharge } from '../../money/charge-orders.ts';
import { judgeOrder, type OrderTerms } from '../../money/judge-order.ts';
import { lockWallet } from '../../money/wallets.ts';
import { isSameRequest } from './find-placed-order.ts';
import { readOpenTargets, targetOf } from './open-targets.ts';
import { type OrderLimits, orderAttempts } from './order-attempts.ts';
import { formRefusal, refusedLine, serviceIdsOf } from './order-lines.ts';
import { orderColumns } from './order-rows.ts';

/** A service that changes during every try is being edited by a script. */
const MAX_TRIES = 5;

/** The rest of the rate limit, and its error. */
interface Allowance {
  left: number;
  refusal: DomainError;
}

/**
 * Places many orders in one transaction, each checked against the balance left by the ones before. A refused line has a reason and does
 * not stop the others. A retry returns placed orders and checks refused lines again.
 * @param input `requestId` identifies the whole call: the first placed order has it, the other keys derive from it
 * @returns each line's order or error, and the balance afterwards in nano-dollars
 * @throws DomainError `blocked`, `idempotency_conflict` if a single order has the request id; nothing is charged then
 */
export async function placeMany(
  { db, events }: WriteDeps,
  actor: Actor,
  { lines, requestId, fit }: PlaceManyInput,
  limits: OrderLimits,
): Promise<PlacedLines> {
  const wellFormed = lines.filter((read) => 'line' in read).length;
  const { key, rateLimit } = orderAttempts(actor, limits);
  const { granted, secondsLeft } = await takeAttempts(db, key, wellFormed, rateLimit);
  const allowance = { left: granted, refusal: tooMany(secondsLeft) };
  const settings = await apiSettings.get(db);
  // Before the charge, so that nothing else is read between a commit and its answer.
  const names = await bengaliNames.get(db);
  const { placed, acknowledged } = await chargeInTurn(db, actor.id, wellFormed, () =>
    againWhereTermsChange(() =>
      db.$client.begin((sql) => placeLines(sql, actor, { lines, requestId, fit }, settings, allowance)),
    ),
  );
  const userId = actor.id;
  for (const each of acknowledged) {
    rememberOrder(db, each);
    events.publish('orders', `${userId}:${each.order.id}`);
  }
  events.publish('balances', String(userId));
  const results = placed.results.map((line) =>
    'order' in line ? { ...line, order: inBengali(names, line.order) } : line,
  );
  return { ...placed, results };
}

interface StoredLine {
  index: number;
  order: OrderRow;
}

interface PlacedCall {
  placed: Omit<PlacedLines, 'results'> & { results: (StoredLine | RefusedLine)[] };
  /** Its orders, to be remembered after the commit. */
  acknowledged: PlacedBy[];
}

/** The key of a line other than the first placed one. It keeps the id's timestamp, by which the index is sorted. */
export function lineKey(requestId: string, index: number): string {
  const timeLength = 'xxxxxxxx-xxxx-'.length;
  return requestId.slice(0, timeLength).toLowerCase() + uuidv5(String(index), requestId).slice(timeLength);
}

async function placeLines(
  sql: TransactionSql,
  { id: userId }: Actor,
  { lines, requestId, fit }: PlaceManyInput,
  { oneOpenOrderPerLink, linkFit }: Pick<Settings, 'oneOpenOrderPerLink' | 'linkFit'>,
  allowance: Allowance,
): Promise<PlacedCall> {
  const { balanceNanos, ownerBlocked } = await lockWallet(sql, userId);
  if (ownerBlocked) throw new DomainError('blocked');
  const keys = lines.map((_, index) => lineKey(requestId, index));
  const [services, { earlier, isNew }] = await Promise.all([
    readServices(sql, serviceIdsOf(lines)),
    readPlaced(sql, userId, { requestId, keys }),
  ]);

  const targets = lines.flatMap((read) => ('line' in read ? [read.line] : []));
  const openTargets = oneOpenOrderPerLink ? new Set((await readOpenTargets(sql, userId, targets)).keys()) : undefined;
  const judge = judgeInTurn({ userId, balanceNanos, openTargets, fit, linkFit }, services, allowance);
  const judged = lines.map((read, index) => {
    if ('issues' in read) return refusedLine(index, formRefusal(read));
    const key = keys[index] as string;
    const isFirst = isNew && judge.accepted.length === 0;
    try {
      return { index, ...judge.line(read.line, isFirst ? requestId : key, earlier.get(key)) };
    } catch (error) {
      return refusedLine(index, error);
    }
  });
  const outcomes = await chargeOrders(sql, judge.accepted);

  const acknowledged: PlacedBy[] = [];
  const results = judged.map((result): StoredLine | RefusedLine => {
    if ('requestId' in result) acknowledged.push({ userId, requestId: result.requestId, order: result.order });
    if ('order' in result) return { index: result.index, order: result.order };
    if (!('nth' in result)) return result;
    const placed = outcomes[result.nth];
    if (typeof placed !== 'object') throw new TermsChanged();
    acknowledged.push({ ...placed, userId, requestId: judge.accepted[result.nth]?.input.requestId });
    return { index: result.index, order: placed.order };
  });
  const first = isNew ? results[judged.findIndex((result) => 'nth' in result)] : undefined;
  if (first && 'order' in first) {
    await sql`insert into order_batches (order_id, line) values (${first.order.id}, ${first.index})`;
  }
  return { placed: { results, balanceNanos: judge.balanceNanos() }, acknowledged };
}

/** A service was changed between the check of its line and the charge. */
class TermsChanged extends Error {}

/** Tries again after a service has changed; the transaction was rolled back. */
async function againWhereTermsChange<T>(place: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await place();
    } catch (error) {
      if (!(error instanceof TermsChanged)) throw error;
      if (tries === MAX_TRIES) throw new DomainError('busy', { details: { retryAfterSeconds: 1 } });
    }
  }
}

interface JudgedWallet {
  userId: number;
  balanceNanos: Nanos;
  /** With those of the accepted lines; undefined if a target may have several open orders. */
  openTargets: Set<string> | undefined;
  fit: PlaceManyInput['fit'];
  linkFit: LinkFit;
}

/** Checks line by line, and subtracts the accepted ones from the balance and the rate limit. */
function judgeInTurn(wallet: JudgedWallet, services: Map<number, ServiceRow>, allowance: Allowance) {
  let { balanceNanos } = wallet;
  let { left } = allowance;
  const accepted: OrderToCharge[] = [];

  function judgeLine(
    line: OrderLine,
    requestId: string,
    earlier: EarlierOrder | undefined,
  ): EarlierOrder | { nth: number } {
    if (earlier && !isSameRequest(earlier, line)) throw new DomainError('idempotency_conflict');
    if (earlier) return earlier;
    if (left-- <= 0) throw allowance.refusal;
    const service = services.get(line.serviceId);
    const { chargeNanos } = judgeOrder(service, line);
    assertFits(line, service, demandsOfOrder({ link: line.link, fit: line.fit ?? wallet.fit }, wallet.linkFit));
    if (wallet.openTargets?.has(targetOf(line))) throw new DomainError('link_in_use');
    if (balanceNanos < chargeNanos) throw new DomainError('insufficient_balance', { details: { balanceNanos } });
    balanceNanos = subtract(balanceNanos, chargeNanos);
    wallet.openTargets?.add(targetOf(line));
    const input = { ...line, expectedChargeNanos: chargeNanos, requestId };
    return { nth: accepted.push({ userId: wallet.userId, input }) - 1 };
  }

  return { line: judgeLine, accepted, balanceNanos: () => balanceNanos };
}

interface ServiceRow extends OrderTerms, ServiceTarget {
  id: number;
}

async function readServices(sql: TransactionSql, ids: number[]): Promise<Map<number, ServiceRow>> {
  const rows = await sql<ServiceRow[]>`
    select id, type, price_micros as "priceMicros", per, min, max, platform, kinds from services
    where id = any(${ids}::bigint[]) and deleted_at is null and not hidden and not category_hidden`;
  return new Map(rows.map((row) => [row.id, row]));
}

interface PlacedRow extends Omit<OrderRow, keyof typeof justPlaced | 'createdAt'> {
  requestId: string;
  /** The line of the order that has the request id of the call. */
  line: number | null;
  createdAt: string;
  comments: string | null;
}

const PLACED = Object.entries(orderColumns)
  .flatMap(([name, of]) => (is(of, Column) && !(name in justPlaced) ? `orders.${of.name} as "${name}"` : []))
  .join(', ');

/** An order of an earlier try, with its own key. */
interface EarlierOrder {
  order: OrderRow;
  comments: string | null;
  requestId: string;
}

interface CallKeys {
  requestId: string;
  keys: string[];
}

/**
 * The orders that an earlier try of this call placed, with their first results, by line key. `isNew` if no order has the call's request
 * id.
 * @throws DomainError `idempotency_conflict` if a single order has that request id
 */
async function readPlaced(
  sql: TransactionSql,
  userId: number,
  { requestId, keys }: CallKeys,
): Promise<{ earlier: Map<string, EarlierOrder>; isNew: boolean }> {
  const rows = await sql<PlacedRow[]>`
    select request_id as "requestId", line, ${sql.unsafe(PLACED)}, comments
    from orders
    left join order_batches on order_batches.order_id = id
    left join order_comments on order_comments.order_id = id
    where request_id = any(${[requestId, ...keys]}::uuid[]) and user_id = ${userId}`;
  const bearer = rows.find((row) => row.requestId === requestId.toLowerCase());
  if (bearer?.line === null) throw new DomainError('idempotency_conflict');
  const keyOf = ({ requestId: key, line }: PlacedRow) => (line === null ? key : (keys[line] ?? key));
  return { earlier: new Map(rows.map((row) => [keyOf(row), asPlaced(row)])), isNew: !bearer };
}

function asPlaced(row: PlacedRow): EarlierOrder {
  const { requestId, comments, line: _, createdAt, ...order } = row;
  return { requestId, comments, order: { ...order, ...justPlaced, createdAt: new Date(createdAt) } };
}
