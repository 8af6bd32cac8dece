import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { $language } from '../i18n/language.ts';
import { formatDay, formatMoment } from '../lib/dates.ts';
import { $timeZone } from '../lib/time-zone.ts';

interface TimeTextProps extends Omit<ComponentProps<'time'>, 'dateTime' | 'children'> {
  at: string;
  /** The day alone. */
  dayOnly?: boolean;
}

/** A moment in the shop's time zone and the current language; rendered again when one of them changes. */
export function TimeText({ at, dayOnly = false, ...time }: TimeTextProps) {
  useStore($timeZone);
  useStore($language);
  return (
    <time dateTime={at} {...time}>
      {dayOnly ? formatDay(at) : formatMoment(at)}
    </time>
  );
}
