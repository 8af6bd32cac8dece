import {
  formatAmount as amount,
  formatBalance as balance,
  formatDollars as dollars,
  type Micros,
  type Nanos,
  formatPrice as price,
  formatShortfall as shortfall,
  type Taka,
  formatTaka as taka,
} from '#shared/money.ts';
import { formatExactSum as exactSum, type MoneySum, formatSum as sum } from '#shared/money-sum.ts';
import { inReadersDigits } from '../i18n/grouped.ts';

/* The formats of `#shared/money.ts` in the digits of the reader's language. Screens use these for money that is only read, and
   the shared ones for an amount that is copied or typed elsewhere. */

export const formatAmount = (amountNanos: Nanos) => inReadersDigits(amount(amountNanos));
export const formatBalance = (balanceNanos: Nanos) => inReadersDigits(balance(balanceNanos));
export const formatDollars = (amountNanos: Nanos) => inReadersDigits(dollars(amountNanos));
export const formatExactSum = (total: MoneySum) => inReadersDigits(exactSum(total));
export const formatPrice = (priceMicros: Micros) => inReadersDigits(price(priceMicros));
export const formatShortfall = (shortfallNanos: Nanos) => inReadersDigits(shortfall(shortfallNanos));
export const formatSum = (total: MoneySum) => inReadersDigits(sum(total));
export const formatTaka = (amountTaka: Taka) => inReadersDigits(taka(amountTaka));
