import { Span, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuTimer } from 'react-icons/lu';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatMinutes } from '../../lib/format.ts';

/** The fields come with the catalogue's measured times. */
export interface Measured {
  id: number;
  measuredMinutes?: number | null;
  measuredOn?: number | null;
}

/** The measured time after a typed one, with a stopwatch, for a service with enough deliveries. */
export function MeasuredTime({ service: { measuredMinutes, measuredOn } }: { service: Measured }) {
  const t = useStore(homeMoreTexts);
  if (typeof measuredMinutes !== 'number' || typeof measuredOn !== 'number') return null;
  const time = formatMinutes(measuredMinutes);
  return (
    <>
      {'\u00a0· '}
      <Span
        whiteSpace="nowrap"
        title={t.measured({ time, count: measuredOn })}
        css={{ '& svg': { display: 'inline', mt: '-0.5' } }}
      >
        <LuTimer aria-hidden />
        <VisuallyHidden>{t.measuredWord}</VisuallyHidden> {time}
      </Span>
    </>
  );
}
