import { Span, type SpanProps } from '@chakra-ui/react';
import type { Nanos } from '../../../../shared/money.ts';
import { exactDollars } from './exact-dollars.ts';

interface ExactMoneyProps extends Omit<SpanProps, 'children'> {
  /** Zero or more; the sign stands apart. */
  nanos: Nanos;
  sign?: string;
}

/** An amount with every digit it has, so that the rows of a statement add up; the cents line up under each other. */
export function ExactMoney({ nanos, sign = '', ...rest }: ExactMoneyProps) {
  const { dollars, beyondCents } = exactDollars(nanos);
  return (
    <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" {...rest}>
      {sign}
      {dollars}
      <Span
        display="inline-block"
        minW={{ md: '4ch' }}
        textAlign="start"
        textStyle="xs"
        fontWeight="normal"
        color="fg.muted"
      >
        {beyondCents}
      </Span>
    </Span>
  );
}
