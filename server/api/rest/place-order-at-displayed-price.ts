import { chargeFor, type Nanos } from '#shared/money.ts';
import type { PlaceOrderInput, StoredOrder } from '#shared/orders.ts';
import { quantityOf } from '#shared/service-types.ts';
import type { Actor } from '#shared/users.ts';
import type { Deps, MadeRequestId, WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { findPlacedOrder } from '../../features/orders/find-placed-order.ts';
import type { OrderLimits } from '../../features/orders/order-attempts.ts';
import { placeOrder } from '../../features/orders/place-order.ts';
import { getService } from '../../features/services/get-service.ts';
import { isShownAs, type ShownDollars } from './dollars.ts';

type Db = Deps['db'];
type InputAsShown = Omit<PlaceOrderInput, 'expectedChargeNanos'> & MadeRequestId & { shownCharge?: ShownDollars };

/**
 * Places an order for a customer who saw its price with limited decimals: the price must match in that precision. The order is then
 * placed at the exact price, which the server reads again.
 * @throws DomainError like `placeOrder`
 */
export async function placeOrderAtDisplayedPrice(
  deps: WriteDeps,
  actor: Actor,
  input: InputAsShown,
  limits: OrderLimits,
): Promise<StoredOrder> {
  const { db } = deps;
  const { shownCharge, ...wanted } = input;
  if (!shownCharge) return placeOrder(deps, actor, wanted, limits);
  const earlier = await findPlacedOrder(db, actor, wanted);
  if (earlier && !isShownAs(earlier.order.chargeNanos, shownCharge)) throw new DomainError('idempotency_conflict');
  if (earlier) return earlier;
  const chargeNanos = await readCharge(db, wanted);
  const isAsShown = chargeNanos !== null && isShownAs(chargeNanos, shownCharge);
  // A different price is passed on, and refused there with the correct one.
  const expectedChargeNanos = isAsShown ? chargeNanos : shownCharge.nanos;
  return placeOrder(deps, actor, { ...wanted, expectedChargeNanos }, limits);
}

/** Null if there is no such service, or no exact charge; placing the order returns the error. */
async function readCharge(
  db: Db,
  { serviceId, quantity: entered, comments = [] }: Pick<PlaceOrderInput, 'serviceId' | 'quantity' | 'comments'>,
): Promise<Nanos | null> {
  try {
    const service = await getService(db, { id: serviceId });
    const quantity = quantityOf(service.type, entered, comments.length);
    return quantity === undefined ? null : chargeFor(quantity, service);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'service_not_found') return null;
    throw error;
  }
}
