import type { Micros, Nanos, Taka } from '#shared/money.ts';
import { microsOut } from '#shared/numbers.ts';
import type { useShowBalance } from '../lib/balance.ts';
import type { Inputs, Outputs } from '../lib/trpc.ts';
import { typedDollars } from '../lib/typed-numbers.ts';
import { MoneyText } from './money-text.tsx';

/* The client must show, parse and send each amount in its own unit, or the code must not compile. This file is never
   run: if a line below an expectation compiles, the type check reports the expectation. */
declare const amountNanos: Nanos;
declare const priceMicros: Micros;
declare const totalTaka: Taka;
declare const unchecked: number;

export const shown = [
  <MoneyText key="amount" nanos={amountNanos} />,
  <MoneyText key="balance" balanceNanos={amountNanos} />,
  <MoneyText key="price" priceMicros={priceMicros} />,
  <MoneyText key="taka" taka={totalTaka} />,
  // @ts-expect-error a price per 1000 is not an amount
  <MoneyText key="price as amount" nanos={priceMicros} />,
  // @ts-expect-error taka are not a balance
  <MoneyText key="taka as balance" balanceNanos={totalTaka} />,
  // @ts-expect-error an amount is not a price per 1000
  <MoneyText key="amount as price" priceMicros={amountNanos} />,
  // @ts-expect-error dollars are not taka
  <MoneyText key="amount as taka" taka={amountNanos} />,
  // @ts-expect-error a number without a unit must be checked first
  <MoneyText key="number" nanos={unchecked} />,
];

declare const showBalance: ReturnType<typeof useShowBalance>;
// @ts-expect-error a price is not a balance to show
showBalance(priceMicros);
// @ts-expect-error a field for dollars does not follow the rules of a price
typedDollars(microsOut, 'Amount is required');

declare const order: Inputs['orders']['place'];
// @ts-expect-error the expected charge is not a price per 1000
({ ...order, expectedChargeNanos: priceMicros }) satisfies Inputs['orders']['place'];
declare const service: Outputs['services']['get'];
service.priceMicros satisfies Micros;
// @ts-expect-error a price in a response keeps its unit
service.priceMicros satisfies Nanos;
