import { type Nanos, negate } from '#shared/money.ts';
import { MoneyText } from './money-text.tsx';

/** A movement of money in a column: income is green with a plus, expenses have a minus. */
export function SignedAmount({ amountNanos }: { amountNanos: Nanos }) {
  const isIn = amountNanos > 0;
  return (
    <MoneyText
      lined
      nanos={isIn ? amountNanos : negate(amountNanos)}
      sign={isIn ? '+' : '−'}
      fontWeight="semibold"
      color={isIn ? 'fg.success' : 'fg'}
    />
  );
}
