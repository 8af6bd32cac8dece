import type { ErrorCode } from '#shared/errors.ts';
import { legalDecisions, type OrderStatus, statusAfter } from '#shared/order-status.ts';
import { isClosed, type RequestKind, type RequestStatus, requestStatusAfter } from '#shared/request-status.ts';
import { type Action, type Line, priceOf, SOLD, type Sold, takesComments, unitsOf } from './money-actions.ts';

/** The row with this index, counted in a circle, so that few actions refer to none. */
export function pick<Row>(rows: readonly Row[], index: number): Row | undefined {
  return rows[index % Math.max(1, rows.length)];
}

/** The rules again, as plain arithmetic without a database. */
export class Model {
  balanceNanos = 0;
  readonly #orders: {
    status: OrderStatus;
    service: number;
    quantity: number;
    remaining?: number | undefined;
    by?: number;
  }[] = [];
  readonly #requests: { order: number; kind: RequestKind; status: RequestStatus; by?: number | undefined }[] = [];
  readonly #recharges: {
    status: 'pending' | 'approve' | 'reject';
    cents: number;
    by?: number;
    reversed?: { takenNanos: number; by: number; key: number | undefined };
  }[] = [];
  /** By the request id, or by that of the call and the line's index. */
  readonly #placedBy = new Map<string, { service: number; units: number; comments: number }>();
  readonly #givenBy = new Map<number, number>();

  /** Of all requests, in the order in which they were made. */
  get requestStatuses(): RequestStatus[] {
    return this.#requests.map(({ status }) => status);
  }

  expect(step: Action): string | undefined {
    switch (step.do) {
      case 'place':
        if ([...this.#placedBy.keys()].some((key) => key.startsWith(`${step.key}, line`)))
          return 'idempotency_conflict';
        return this.#place(step, step.key === undefined ? undefined : String(step.key));
      case 'placeMany': {
        if (this.#placedBy.has(String(step.key))) return 'idempotency_conflict';
        const outcomes = step.lines.map((sent, at) => this.#place(sent, `${step.key}, line ${at}`) ?? 'placed');
        return outcomes.join(' ');
      }
      case 'decideOrder':
        return this.#decideOrder(step);
      case 'ask':
        return this.#ask(step);
      case 'decideRequest':
        return this.#decideRequest(step);
      case 'request': {
        if (this.#recharges.filter(({ status }) => status === 'pending').length >= 5) return 'too_many_pending';
        this.#recharges.push({ status: 'pending', cents: step.cents });
        return undefined;
      }
      case 'decideRecharge': {
        const recharge = this.#recharges[step.recharge];
        if (!recharge) return undefined;
        if (recharge.status === 'pending') {
          Object.assign(recharge, { status: step.decision, by: step.admin });
          if (step.decision === 'approve') this.balanceNanos += recharge.cents * 10_000_000;
          return undefined;
        }
        return recharge.status === step.decision && recharge.by === step.admin ? undefined : 'already_decided';
      }
      case 'reverse':
        return this.#reverse(step);
      case 'give': {
        const given = step.key === undefined ? undefined : this.#givenBy.get(step.key);
        if (given !== undefined) return given === step.amountNanos ? undefined : 'idempotency_conflict';
        const code = this.#move(step.amountNanos);
        if (!code && step.key !== undefined) this.#givenBy.set(step.key, step.amountNanos);
        return code;
      }
    }
  }

  #place({ service, quantity, comments }: Line, key: string | undefined): ErrorCode | undefined {
    const placed = key === undefined ? undefined : this.#placedBy.get(key);
    if (placed) {
      const isSame = placed.service === service && placed.comments === comments;
      return isSame && (quantity === undefined || quantity === placed.units) ? undefined : 'idempotency_conflict';
    }
    const { type, min, max } = SOLD[service] as Sold;
    if (takesComments(type) !== comments > 0) return takesComments(type) ? 'comments_required' : 'bad_input';
    const units = unitsOf(type, quantity, comments);
    if (units === undefined) return 'bad_input';
    if (units < min || units > max || (quantity !== undefined && quantity !== units)) return 'quantity_out_of_range';
    const code = this.#move(-units * priceOf(service));
    if (code) return code;
    if (key !== undefined) this.#placedBy.set(key, { service, units, comments });
    this.#orders.push({ status: 'pending', service, quantity: units });
    return undefined;
  }

  #decideOrder(step: Extract<Action, { do: 'decideOrder' }>): ErrorCode | undefined {
    const { order: at, decision, remaining, admin, seen } = step;
    const order = pick(this.#orders, at);
    if (!order) return undefined;
    const units = decision === 'partial' ? remaining : undefined;
    const holds = order.status === statusAfter[decision] && order.remaining === units;
    if (holds && (seen === undefined || order.by === admin)) return undefined;
    const isAfterCancel = this.#isCancelled(this.#orders.indexOf(order)) && order.status === 'rejected';
    if (seen === undefined ? isAfterCancel : seen !== order.status) return 'already_decided';
    if (order.status === 'completed' || order.status === 'partial') return 'order_final';
    if (!legalDecisions[order.status].includes(decision)) return 'order_transition';
    if (units !== undefined && units >= order.quantity) return 'remaining_out_of_range';
    const chargeNanos = order.quantity * priceOf(order.service);
    const recharged = decision === 'complete' && order.status === 'rejected' ? -chargeNanos : 0;
    const refunded = decision === 'reject' ? chargeNanos : (units ?? 0) * priceOf(order.service);
    const code = this.#move(recharged + refunded);
    if (code) return code;
    Object.assign(order, { status: statusAfter[decision], remaining: units, by: admin });
    if (decision !== 'processing') this.#endRequest(this.#orders.indexOf(order), decision === 'reject');
    return undefined;
  }

  /** Services allow every request, without a pause. */
  #ask({ order: nth, kind }: Extract<Action, { do: 'ask' }>): ErrorCode | undefined {
    const order = pick(this.#orders, nth);
    if (!order) return undefined;
    const at = this.#orders.indexOf(order);
    const fits = kind === 'refill' ? ['completed', 'partial'] : ['pending', 'processing'];
    if (!fits.includes(order.status) || this.#openRequestOf(at)) return 'request_not_possible';
    this.#requests.push({ order: at, kind, status: 'pending' });
    return undefined;
  }

  #decideRequest(step: Extract<Action, { do: 'decideRequest' }>): ErrorCode | undefined {
    const { request: at, decision, admin, seen } = step;
    const request = pick(this.#requests, at);
    if (!request) return undefined;
    const status = requestStatusAfter[decision];
    if (request.status === status && (seen === undefined || request.by === admin)) return undefined;
    const isOver = this.#openRequestOf(request.order) !== request;
    if ((seen ?? request.status) !== request.status || isOver || request.status === status) return 'already_decided';
    if (request.kind === 'cancel' && decision === 'done') return 'bad_input';
    Object.assign(request, { status, by: admin });
    const order = this.#orders[request.order];
    if (request.kind !== 'cancel' || decision !== 'accept' || !order) return undefined;
    Object.assign(order, { status: 'rejected', by: admin });
    return this.#move(order.quantity * priceOf(order.service));
  }

  #endRequest(order: number, isRejected: boolean): void {
    const open = this.#openRequestOf(order);
    if (!open) return;
    const cancel = isRejected ? 'accepted' : 'rejected';
    const speedUp = isRejected ? 'rejected' : 'done';
    Object.assign(open, { status: open.kind === 'cancel' ? cancel : speedUp, by: undefined });
  }

  #isCancelled(order: number): boolean {
    return this.#requests.some((each) => each.order === order && each.kind === 'cancel' && each.status === 'accepted');
  }

  #openRequestOf(order: number) {
    return this.#requests.find((each) => each.order === order && !isClosed(each.kind, each.status));
  }

  #reverse({ recharge: at, takeAvailable, admin, key }: Extract<Action, { do: 'reverse' }>): ErrorCode | undefined {
    const recharge = this.#recharges[at];
    if (!recharge) return undefined;
    const first = this.#recharges.find(
      ({ reversed }) => key !== undefined && reversed?.key === key && reversed.by === admin,
    );
    if (first) {
      const wasWhole = first.reversed?.takenNanos === first.cents * 10_000_000;
      return first === recharge && (wasWhole || takeAvailable) ? undefined : 'idempotency_conflict';
    }
    if (recharge.status !== 'approve' || recharge.reversed) return 'already_decided';
    const takenNanos = Math.min(this.balanceNanos, recharge.cents * 10_000_000);
    if (takenNanos < recharge.cents * 10_000_000 && !takeAvailable) return 'insufficient_balance';
    this.balanceNanos -= takenNanos;
    recharge.reversed = { takenNanos, by: admin, key };
    return undefined;
  }

  #move(amountNanos: number): ErrorCode | undefined {
    if (this.balanceNanos + amountNanos < 0) return 'insufficient_balance';
    this.balanceNanos += amountNanos;
    return undefined;
  }
}
