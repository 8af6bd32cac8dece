import { useStore } from '@nanostores/react';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatDuration } from './duration.ts';

/** The field comes with the catalogue's measured times. */
export interface Measured {
  id: number;
  measuredMinutes?: number | null;
}

/** " · measured 42 minutes", after a typed time, for a service with enough deliveries. */
export function MeasuredTime({ service: { measuredMinutes } }: { service: Measured }) {
  const t = useStore(homeMoreTexts);
  if (typeof measuredMinutes !== 'number') return null;
  return <> · {t.measured({ time: formatDuration(measuredMinutes) })}</>;
}
