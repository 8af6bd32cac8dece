import { Span, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuTimer } from 'react-icons/lu';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatMinutes } from '../../lib/format.ts';

/** The field comes with the catalogue's measured times. */
export interface Measured {
  id: number;
  measuredMinutes?: number | null;
}

/** The measured time after a typed one, with a stopwatch, for a service with enough deliveries. */
export function MeasuredTime({ service: { measuredMinutes } }: { service: Measured }) {
  const t = useStore(homeMoreTexts);
  if (typeof measuredMinutes !== 'number') return null;
  const time = formatMinutes(measuredMinutes);
  return (
    <>
      {'\u00a0· '}
      <Span whiteSpace="nowrap" title={t.measured({ time })} css={{ '& svg': { display: 'inline', mt: '-0.5' } }}>
        <LuTimer aria-hidden />
        <VisuallyHidden>{t.measuredWord}</VisuallyHidden> {time}
      </Span>
    </>
  );
}
