import { Span, type SpanProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { Micros, Nanos, Taka } from '#shared/money.ts';
import type { MoneySum } from '#shared/money-sum.ts';
import { $language } from '../i18n/language.ts';
import { formatAmount, formatBalance, formatExactSum, formatPrice, formatTaka } from '../lib/money.ts';

/** Exactly one amount; the prop's name has its unit. */
type Amount =
  | {
      /** One ledger amount with all digits; those after the cents are smaller. */
      nanos: Nanos;
      /** A sign in front, in a column of income and expenses. */
      sign?: string;
      /** Reserves space after the cents, so that a column aligns. */
      lined?: boolean;
    }
  /** The sum of many movements. */
  | { sum: MoneySum; sign?: string }
  | { balanceNanos: Nanos }
  | { priceMicros: Micros }
  | { taka: Taka };

/** Money in tabular figures, so that amounts align in a column. The one component that defines how each kind is displayed. */
export function MoneyText(props: Amount & Omit<SpanProps, 'children'>) {
  useStore($language);
  if ('nanos' in props) {
    const { nanos, ...rest } = props;
    return <ExactAmount text={formatAmount(nanos)} {...rest} />;
  }
  if ('sum' in props) {
    const { sum, ...rest } = props;
    return <ExactAmount text={formatExactSum(sum)} {...rest} />;
  }
  const { text, rest } = read(props);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...rest}>
      {text}
    </Span>
  );
}

interface ExactAmountProps extends SpanProps {
  text: string;
  sign?: string;
  lined?: boolean;
}

function ExactAmount({ text, sign = '', lined = false, ...rest }: ExactAmountProps) {
  const endOfCents = text.indexOf('.') + 3;
  // An amount below a cent has only these digits, so none is small.
  const isBelowCent = text.length > endOfCents && /\$[0০][.][0০]{2}$/.test(text.slice(0, endOfCents));
  const afterCents = isBelowCent ? text.length : endOfCents;
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

function read(props: Exclude<Amount, { nanos: Nanos } | { sum: MoneySum }> & SpanProps): {
  text: string;
  rest: SpanProps;
} {
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
