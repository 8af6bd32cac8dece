import type { z } from 'zod';
import type { requestRechargeInput } from './balance.ts';
import type { ErrorDetails } from './errors.ts';
import {
  chargeFor,
  decimalFromMicros,
  decimalFromNanos,
  formatBalance,
  formatDollars,
  formatPrice,
  formatShortfall,
  formatTaka,
  type Micros,
  type Nanos,
  nanos,
  negate,
  type PaisaPerDollar,
  refundFor,
  subtract,
  sum,
  type Taka,
  takaFor,
} from './money.ts';
import type { placedOrder, placeOrderInput } from './orders.ts';
import type { createServiceInput } from './services.ts';
import type { updateSettingsInput } from './settings.ts';
import type { giveBalanceInput } from './users.ts';

/*
 * Mixing units of money does not compile. Nothing here is ever run: where a line below an expectation compiles, its
 * expectation is an error of the type check, and so is any line that should compile and does not.
 */
declare const amountNanos: Nanos;
declare const priceMicros: Micros;
declare const totalTaka: Taka;
declare const ratePaisa: PaisaPerDollar;
declare const unchecked: number;

formatDollars(amountNanos);
// @ts-expect-error a price per 1000 is no amount of dollars
formatDollars(priceMicros);
// @ts-expect-error taka are no dollars
formatDollars(totalTaka);
// @ts-expect-error a number of no unit has to be checked first
formatDollars(unchecked);
// @ts-expect-error a price per 1000 is no balance
formatBalance(priceMicros);
// @ts-expect-error taka are no shortfall in dollars
formatShortfall(totalTaka);
formatPrice(priceMicros);
// @ts-expect-error an amount is no price per 1000
formatPrice(amountNanos);
formatTaka(totalTaka);
// @ts-expect-error a rate is no total
formatTaka(ratePaisa);
// @ts-expect-error dollars are no taka
formatTaka(amountNanos);
// @ts-expect-error the decimals of a price are others
decimalFromNanos(priceMicros);
// @ts-expect-error the decimals of an amount are others
decimalFromMicros(amountNanos);

chargeFor(unchecked, priceMicros) satisfies Nanos | null;
// @ts-expect-error an amount is no price per 1000
chargeFor(unchecked, amountNanos);
// @ts-expect-error the price stands second
refundFor(priceMicros, unchecked);
// @ts-expect-error what an order cost is no price per 1000
refundFor(unchecked, amountNanos);
takaFor(amountNanos, ratePaisa) satisfies Taka;
// @ts-expect-error the rate stands second
takaFor(ratePaisa, amountNanos);
// @ts-expect-error a rate in taka is no rate in paisa
takaFor(amountNanos, unchecked);
// @ts-expect-error a price per 1000 is no amount to pay for
takaFor(priceMicros, ratePaisa);

// @ts-expect-error a price is not taken from an amount
subtract(amountNanos, priceMicros);
// @ts-expect-error taka and dollars make no sum
sum([amountNanos, totalTaka]);
// @ts-expect-error a price is not turned round
negate(priceMicros);
// @ts-expect-error what bare arithmetic gives has to be checked again
(amountNanos + amountNanos) satisfies Nanos;
nanos(amountNanos + amountNanos) satisfies Nanos;

declare const order: z.input<typeof placeOrderInput>;
// @ts-expect-error a customer expects a charge, not a price
({ ...order, expectedChargeNanos: priceMicros }) satisfies z.input<typeof placeOrderInput>;
declare const recharge: z.input<typeof requestRechargeInput>;
// @ts-expect-error what is asked for is dollars
({ ...recharge, amountNanos: totalTaka }) satisfies z.input<typeof requestRechargeInput>;
// @ts-expect-error what is paid is taka
({ ...recharge, expectedPaidTaka: amountNanos }) satisfies z.input<typeof requestRechargeInput>;
declare const grant: z.input<typeof giveBalanceInput>;
// @ts-expect-error what is given has a unit
({ ...grant, amountNanos: unchecked }) satisfies z.input<typeof giveBalanceInput>;
declare const service: z.input<typeof createServiceInput>;
// @ts-expect-error a service has a price, not an amount
({ ...service, priceMicros: amountNanos }) satisfies z.input<typeof createServiceInput>;
declare const settings: z.input<typeof updateSettingsInput>;
// @ts-expect-error a rate in whole taka is no rate in paisa
({ ...settings, ratePaisa: totalTaka }) satisfies z.input<typeof updateSettingsInput>;

declare const placed: z.output<typeof placedOrder>;
placed.balanceNanos satisfies Nanos;
placed.order.chargeNanos satisfies Nanos;
placed.order.priceMicros satisfies Micros;
// @ts-expect-error a price per 1000 is no charge
placed.order.priceMicros satisfies Nanos;
// @ts-expect-error a refusal tells the balance in dollars
({ balanceNanos: totalTaka }) satisfies ErrorDetails;
