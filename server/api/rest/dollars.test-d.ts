import { rechargeAmount } from '#shared/balance.ts';
import type { Micros, Nanos } from '#shared/money.ts';
import { dollars, isShownAs, pricePer1000, toDollars, toPricePer1000 } from './dollars.ts';

/* Dollars of older clients must become amounts or prices, never mixed up, or the code must not compile. This file is
   never run: if a line below an expectation compiles, the type check reports the expectation. */
declare const amountNanos: Nanos;
declare const priceMicros: Micros;

dollars('Amount').pipe(rechargeAmount);
// @ts-expect-error a price per 1000 is not an amount to add
pricePer1000.pipe(rechargeAmount);
// @ts-expect-error a price has other decimals
toDollars(priceMicros);
// @ts-expect-error an amount has other decimals
toPricePer1000({ priceMicros: amountNanos, per: 1000 });
// @ts-expect-error the displayed value is an amount
isShownAs(amountNanos, { nanos: priceMicros, decimals: 2 });
