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

/* Mixing units of money must not compile. This file is never run: if a line below an expectation compiles, the type
   check reports the expectation. */
declare const amountNanos: Nanos;
declare const priceMicros: Micros;
declare const totalTaka: Taka;
declare const ratePaisa: PaisaPerDollar;
declare const unchecked: number;

formatDollars(amountNanos);
// @ts-expect-error a price per 1000 is not an amount
formatDollars(priceMicros);
// @ts-expect-error taka are not dollars
formatDollars(totalTaka);
// @ts-expect-error a number without a unit must be checked first
formatDollars(unchecked);
// @ts-expect-error a price per 1000 is not a balance
formatBalance(priceMicros);
// @ts-expect-error taka are not a shortfall in dollars
formatShortfall(totalTaka);
formatPrice(priceMicros);
// @ts-expect-error an amount is not a price per 1000
formatPrice(amountNanos);
formatTaka(totalTaka);
// @ts-expect-error a rate is not a total
formatTaka(ratePaisa);
// @ts-expect-error dollars are not taka
formatTaka(amountNanos);
// @ts-expect-error a price has other decimals
decimalFromNanos(priceMicros);
// @ts-expect-error an amount has other decimals
decimalFromMicros(amountNanos);

chargeFor(unchecked, { priceMicros, per: 1000 }) satisfies Nanos | null;
// @ts-expect-error an amount is not a price per 1000
chargeFor(unchecked, { priceMicros: amountNanos, per: 1000 });
// @ts-expect-error a price without its unit
refundFor(unchecked, priceMicros);
// @ts-expect-error a charge is not a price per 1000
refundFor(unchecked, { priceMicros: amountNanos, per: 1000 });
takaFor(amountNanos, ratePaisa) satisfies Taka;
// @ts-expect-error the rate is the second argument
takaFor(ratePaisa, amountNanos);
// @ts-expect-error a rate in taka is not a rate in paisa
takaFor(amountNanos, unchecked);
// @ts-expect-error a price per 1000 is not an amount to pay
takaFor(priceMicros, ratePaisa);

// @ts-expect-error a price cannot be subtracted from an amount
subtract(amountNanos, priceMicros);
// @ts-expect-error taka and dollars cannot be added
sum([amountNanos, totalTaka]);
// @ts-expect-error a price cannot be negated
negate(priceMicros);
// @ts-expect-error the result of plain arithmetic must be checked again
(amountNanos + amountNanos) satisfies Nanos;
nanos(amountNanos + amountNanos) satisfies Nanos;

declare const order: z.input<typeof placeOrderInput>;
// @ts-expect-error a customer expects a charge, not a price
({ ...order, expectedChargeNanos: priceMicros }) satisfies z.input<typeof placeOrderInput>;
declare const recharge: z.input<typeof requestRechargeInput>;
// @ts-expect-error the requested amount is in dollars
({ ...recharge, amountNanos: totalTaka }) satisfies z.input<typeof requestRechargeInput>;
// @ts-expect-error the paid amount is in taka
({ ...recharge, expectedPaidTaka: amountNanos }) satisfies z.input<typeof requestRechargeInput>;
declare const grant: z.input<typeof giveBalanceInput>;
// @ts-expect-error a grant has a unit
({ ...grant, amountNanos: unchecked }) satisfies z.input<typeof giveBalanceInput>;
declare const service: z.input<typeof createServiceInput>;
// @ts-expect-error a service has a price, not an amount
({ ...service, priceMicros: amountNanos }) satisfies z.input<typeof createServiceInput>;
declare const settings: z.input<typeof updateSettingsInput>;
// @ts-expect-error a rate in whole taka is not a rate in paisa
({ ...settings, ratePaisa: totalTaka }) satisfies z.input<typeof updateSettingsInput>;

declare const placed: z.output<typeof placedOrder>;
placed.balanceNanos satisfies Nanos;
placed.order.chargeNanos satisfies Nanos;
placed.order.priceMicros satisfies Micros;
// @ts-expect-error a price per 1000 is not a charge
placed.order.priceMicros satisfies Nanos;
// @ts-expect-error an error reports the balance in dollars
({ balanceNanos: totalTaka }) satisfies ErrorDetails;
