import { type Nanos, negate } from '../../../shared/money.ts';
import { MoneyText } from './money-text.tsx';

/** A movement of money in a column of them: what came in is green and has a plus; what went out has a minus. */
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
