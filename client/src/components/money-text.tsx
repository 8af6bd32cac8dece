import { Span, type SpanProps } from '@chakra-ui/react';
import {
  formatBalance,
  formatDollars,
  formatPrice,
  formatTaka,
  type Micros,
  type Nanos,
  type Taka,
} from '../../../shared/money.ts';

/** Exactly one amount, in the unit that its name carries. */
type Amount = { nanos: Nanos } | { balanceNanos: Nanos } | { priceMicros: Micros } | { taka: Taka };

/** Money in tabular figures, so that amounts line up under each other. */
export function MoneyText(props: Amount & Omit<SpanProps, 'children'>) {
  const { text, rest } = read(props);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...rest}>
      {text}
    </Span>
  );
}

function read(props: Amount & SpanProps): { text: string; rest: SpanProps } {
  if ('nanos' in props) {
    const { nanos, ...rest } = props;
    return { text: formatDollars(nanos), rest };
  }
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
