import type { OrderStatus } from '#shared/order-status.ts';
import type { RequestBlock, RequestKind, RequestStatus } from '#shared/request-status.ts';
import { formatTexts } from '../../i18n/en/common.ts';
import { requestTexts } from '../../i18n/en/requests.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatMinutes } from '../../lib/format.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
/** A longer wait needs no minutes. */
const EXACT_HOURS = 24;

/** How long something still takes, rounded up: "20 min", "3 h 20 min", "3 days". */
export function formatWait(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (hours === 0 || hours > EXACT_HOURS) return formatMinutes(minutes);
  const t = formatTexts.get();
  const rest = minutes % HOUR_MINUTES;
  const whole = t.shortHours({ count: hours });
  return rest === 0 ? whole : `${whole} ${t.minutes({ count: rest })}`;
}

/** Whether an order is still to be delivered. */
function isUnderWay(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing';
}

interface Blocked {
  kind: RequestKind;
  block: RequestBlock | null;
  at: string | null;
  status: OrderStatus;
}

/** Why a request can't be made now. */
export function whyNot({ kind, block, at, status }: Blocked, nowMs: number): string {
  const t = requestTexts.get();
  switch (block) {
    case 'service':
      return { refill: t.noRefill, cancel: t.noCancel, speed_up: t.noSpeedUp }[kind];
    case 'period_over':
      return at ? t.periodOverSince({ day: formatDay(at) }) : t.periodOver;
    case 'cool_down':
      return at ? t.possibleAgain({ wait: formatWait(new Date(at).getTime() - nowMs) }) : t.possibleLater;
    case 'open_request':
      return t.waitsForEnd;
    case 'status':
      return kind === 'refill' && isUnderWay(status) ? t.afterDelivery : t.finished;
    case null:
      return '';
  }
}

/** The status of a request in the customer's words. An accepted cancel has ended. */
export function requestStatusWords(kind: RequestKind, status: RequestStatus): string {
  const t = requestTexts.get();
  if (kind === 'cancel' && status === 'accepted') return t.cancelled;
  return { pending: t.waiting, accepted: t.accepted, rejected: t.rejected, done: t.done }[status];
}

interface Delivery {
  status: OrderStatus;
  createdAt: string;
  usualMinutes: number | null;
}

/** How an open order compares with the usual delivery of its service: "Usually 6 h, about 2 h to go". Null if that is unknown. */
export function describeDelivery({ status, createdAt, usualMinutes }: Delivery, nowMs: number): string | null {
  if (usualMinutes === null || !isUnderWay(status)) return null;
  const t = requestTexts.get();
  const usual = formatMinutes(usualMinutes);
  const leftMinutes = Math.ceil(usualMinutes - (nowMs - new Date(createdAt).getTime()) / MINUTE_MS);
  return leftMinutes > 0 ? t.timeLeft({ usual, left: formatMinutes(leftMinutes) }) : t.takesLonger({ usual });
}
