import { Span } from '@chakra-ui/react';
import { formatMoment } from '../../lib/dates.ts';

/** When a row is from, in two lines where a card or a narrow table has no room for one. */
export function Moment({ at }: { at: string }) {
  return (
    <Span
      asChild
      display={{ lg: 'block' }}
      minW={{ lg: '9rem' }}
      whiteSpace={{ base: 'normal', xl: 'nowrap' }}
      textWrap={{ lgDown: 'balance' }}
      fontSize={{ base: 'xs', md: 'sm' }}
    >
      <time dateTime={at}>{formatMoment(at)}</time>
    </Span>
  );
}
