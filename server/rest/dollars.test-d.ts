import { rechargeAmount } from '#shared/balance.ts';
import type { Micros, Nanos } from '#shared/money.ts';
import { dollars, isShownAs, pricePer1000, toDollars, toPrice } from './dollars.ts';

/*
 * Dollars of older clients become amounts or prices and never the other, or the code does not compile. Nothing here is ever
 * run: where a line below an expectation compiles, its expectation is an error of the type check.
 */
declare const amountNanos: Nanos;
declare const priceMicros: Micros;

dollars('Amount').pipe(rechargeAmount);
// @ts-expect-error a price per 1000 is no amount to add
pricePer1000.pipe(rechargeAmount);
// @ts-expect-error the decimals of a price are others
toDollars(priceMicros);
// @ts-expect-error the decimals of an amount are others
toPrice(amountNanos);
// @ts-expect-error what somebody saw is an amount
isShownAs(amountNanos, { nanos: priceMicros, decimals: 2 });
