import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { formatDay, formatMoment } from '../lib/dates.ts';
import { $timeZone } from '../lib/time-zone.ts';

interface TimeTextProps extends Omit<ComponentProps<'time'>, 'dateTime' | 'children'> {
  at: string;
  /** The day alone. */
  dayOnly?: boolean;
}

/** A moment, read in the shop's time zone; written anew once another one holds. */
export function TimeText({ at, dayOnly = false, ...time }: TimeTextProps) {
  useStore($timeZone);
  return (
    <time dateTime={at} {...time}>
      {dayOnly ? formatDay(at) : formatMoment(at)}
    </time>
  );
}
