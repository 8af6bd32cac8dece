import { commentsInput, hasLineBreak, tooManyComments } from '#shared/comments.ts';
import { chargeFor, type Nanos, type Price, parsePrice } from '#shared/money.ts';
import { orderLink } from '#shared/order-fields.ts';
import type { PlaceOrderInput } from '#shared/orders.ts';
import { parseId } from '#shared/parse-id.ts';
import { readNumber } from '#shared/paste/number.ts';
import { quantityOf, ruleOf } from '#shared/service-types.ts';
import { MAX_QUANTITY } from '#shared/services.ts';
import type { Actor } from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { placeOrder } from '../../features/orders/place-order.ts';
import { readServiceType } from '../../features/services/read-service-type.ts';
import { type Parameters, readRequestId } from './parameters.ts';
import { TradeRefusal, tradeTexts } from './refusal.ts';

/**
 * Places an order by the parameters that its service's type has; others are ignored. It is committed when this returns.
 * @param isLost whether the caller has disconnected: then nothing is placed any more
 * @returns `{"order":23501}`
 * @throws TradeRefusal, and DomainError like `placeOrder`; nothing is charged then
 */
export async function addOrder(
  deps: Pick<Deps, 'db' | 'events' | 'config'>,
  actor: Actor,
  parameters: Parameters,
  isLost: () => boolean = () => false,
): Promise<string> {
  assertNoDripFeed(parameters);
  const key = readRequestId(parameters);
  const serviceId = parseId(parameters.service ?? '');
  const service = serviceId === null ? undefined : await readServiceType(deps.db, serviceId);
  if (serviceId === null || !service) throw new TradeRefusal(tradeTexts.service);
  const link = readLink(parameters);
  const { takesComments, quantity: kind } = ruleOf(service.type);
  const comments = takesComments ? readComments(parameters) : undefined;
  const entered = kind === 'entered' ? readQuantity(parameters) : undefined;
  const quantity = quantityOf(service.type, entered, comments?.length ?? 0) ?? 0;
  const expectedChargeNanos = expectedCharge(parameters, quantity, service);
  const input = { serviceId, link, quantity: entered, comments, expectedChargeNanos, requestId: key } satisfies Record<
    Exclude<keyof PlaceOrderInput, 'fit'>,
    unknown
  >;
  if (isLost()) throw new DomainError('busy');
  try {
    const { order } = await placeOrder(deps, actor, input, deps.config.limits);
    return JSON.stringify({ order: order.id });
  } catch (error) {
    throw outOfRange(error, quantity) ?? error;
  }
}

/** `runs` 0 and 1 and `interval` 0 mean none. */
function assertNoDripFeed({ runs = '1', interval = '0' }: Parameters): void {
  if (!/^[01]$/.test(runs) || interval !== '0') throw new TradeRefusal('Drip-feed is not available');
}

function readLink({ link }: Parameters): string {
  const read = orderLink.safeParse(link ?? '');
  if (!read.success) throw new TradeRefusal(tradeTexts.link);
  return read.data;
}

/** A text without line breaks may have them as two characters, `\n`. */
function readComments({ comments = '' }: Parameters): string[] {
  const lines = hasLineBreak(comments) ? comments : comments.replaceAll(/(?:\\r)?\\n/g, '\n');
  const read = commentsInput.safeParse(lines);
  if (read.success && read.data.length > 0) return read.data;
  const isTooMany = read.error?.issues.some(({ message }) => message === tooManyComments);
  throw new TradeRefusal(isTooMany ? tradeTexts.maxQuantity : tradeTexts.comments);
}

/** A whole number as programs write it: `100`, `100.0`, `1e2`. The refusal of `1,000` and `1.000` says what they could be. */
function readQuantity({ quantity = '' }: Parameters): number {
  const read = readNumber(quantity, 'api2');
  const entered = 'value' in read ? read.value : read.code === 'too_large' ? Infinity : 0;
  if ('values' in read) throw new TradeRefusal(read.problem);
  if (entered > MAX_QUANTITY) throw new TradeRefusal(tradeTexts.maxQuantity);
  if (entered === 0) throw new TradeRefusal(tradeTexts.minQuantity);
  return entered;
}

/** The charge at the rate that the customer saw; undefined without one. */
function expectedCharge({ rate }: Parameters, quantity: number, { per }: Pick<Price, 'per'>): Nanos | undefined {
  if (rate === undefined) return undefined;
  const priceMicros = /^\d{1,12}(?:\.\d{1,12})?$/.test(rate) ? parsePrice(rate.replace(/(\.\d*?)0+$/, '$1')) : null;
  const chargeNanos = priceMicros === null ? null : chargeFor(quantity, { priceMicros, per });
  if (chargeNanos === null) throw new TradeRefusal(tradeTexts.price);
  return chargeNanos;
}

/** The refusal of a quantity says on which side of the range it is. */
function outOfRange(error: unknown, quantity: number): TradeRefusal | undefined {
  if (!(error instanceof DomainError) || error.code !== 'quantity_out_of_range') return undefined;
  const isLess = quantity < (error.details?.min ?? 0);
  return new TradeRefusal(isLess ? tradeTexts.minQuantity : tradeTexts.maxQuantity);
}
