import { ENOUGH_TO_SAY } from '#shared/supplier-quality.ts';
import { qualityTexts } from '../../i18n/en/admin/quality.ts';
import { formatCount, formatMinutes } from '../../lib/format.ts';
import type { Outputs } from '../../lib/trpc.ts';

export type SourceQuality = Outputs['admin']['suppliers']['quality']['items'][number];

/** "5 min · 90 %: 20 min" from the acceptance to the start; null for too few purchases. */
export function startTimes({ started, medianStartMinutes, p90StartMinutes }: SourceQuality): string | null {
  return timesOf(started, medianStartMinutes, p90StartMinutes);
}

/** The same to the completion. */
export function finishTimes({ completed, medianFinishMinutes, p90FinishMinutes }: SourceQuality): string | null {
  return timesOf(completed, medianFinishMinutes, p90FinishMinutes);
}

function timesOf(measuredOn: number, usual: number | null, most: number | null): string | null {
  if (measuredOn < ENOUGH_TO_SAY || usual === null || most === null) return null;
  return qualityTexts.get().times({ usual: formatMinutes(usual), most: formatMinutes(most) });
}

/** The share of purchases with this end among those that the supplier ended, "3 %"; null for too few. One is at least 1 %. */
export function shareOf(end: 'partial' | 'canceled', quality: SourceQuality): string | null {
  const ended = quality.completed + quality.partial + quality.canceled;
  if (ended < ENOUGH_TO_SAY) return null;
  const percent = Math.round((quality[end] / ended) * 100);
  return `${formatCount(quality[end] > 0 ? Math.max(1, percent) : 0)} %`;
}

/** "4 of 5" refills; null if none was asked for. */
export function refillsKept({ refillsAsked: asked, refillsDone: done }: SourceQuality): string | null {
  return asked === 0 ? null : qualityTexts.get().kept({ done, asked });
}
