import { Span } from '@chakra-ui/react';
import { recordNumber } from './columns.ts';

/** The number of a row: after a `#` on a card, alone in a table, whose header is the `#`. */
export function CardNumber({ id }: { id: number }) {
  return (
    <Span fontVariantNumeric="tabular-nums" _before={{ content: { base: '"#"', md: 'none' } }}>
      {recordNumber(id)}
    </Span>
  );
}
