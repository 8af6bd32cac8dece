import { Span, type SpanProps } from '@chakra-ui/react';
import {
  formatAmount,
  formatBalance,
  formatPrice,
  formatTaka,
  type Micros,
  NANOS_PER_CENT,
  type Nanos,
  type Taka,
} from '../../../shared/money.ts';

/** Exactly one amount, in the unit that its name carries. */
type Amount =
  | {
      /** A movement of money, with every digit it has; those beyond the cents are smaller. */
      nanos: Nanos;
      /** Stands before it, where one and the same column has what came in and what went out. */
      sign?: string;
      /** Keeps room behind the cents, so that those of a column line up. */
      lined?: boolean;
    }
  | { balanceNanos: Nanos }
  | { priceMicros: Micros }
  | { taka: Taka };

/** Money in tabular figures, so that amounts line up under each other. The one place that says how each kind is shown. */
export function MoneyText(props: Amount & Omit<SpanProps, 'children'>) {
  if ('nanos' in props) return <ExactAmount {...props} />;
  const { text, rest } = read(props);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...rest}>
      {text}
    </Span>
  );
}

type ExactAmountProps = Extract<Amount, { nanos: Nanos }> & SpanProps;

function ExactAmount({ nanos, sign = '', lined = false, ...rest }: ExactAmountProps) {
  const text = formatAmount(nanos);
  // Of less than a cent those digits are all there is, and none of them is small.
  const isBelowCent = nanos !== 0 && Math.abs(nanos) < NANOS_PER_CENT;
  const afterCents = isBelowCent ? text.length : text.indexOf('.') + 3;
  const beyondCents = text.slice(afterCents);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...rest}>
      {sign}
      {text.slice(0, afterCents)}
      {(beyondCents || (lined && !isBelowCent)) && (
        <Span
          display="inline-block"
          minW={lined ? { md: '3ch' } : undefined}
          textAlign="start"
          fontSize="0.8em"
          fontWeight="normal"
          color="fg.muted"
        >
          {beyondCents}
        </Span>
      )}
    </Span>
  );
}

function read(props: Exclude<Amount, { nanos: Nanos }> & SpanProps): { text: string; rest: SpanProps } {
  if ('balanceNanos' in props) {
    const { balanceNanos, ...rest } = props;
    return { text: formatBalance(balanceNanos), rest };
  }
  if ('priceMicros' in props) {
    const { priceMicros, ...rest } = props;
    return { text: formatPrice(priceMicros), rest };
  }
  const { taka, ...rest } = props;
  return { text: formatTaka(taka), rest };
}
