import type { Settings } from '#shared/settings.ts';
import { formatCount } from '../../../lib/format.ts';
import { decimalFromHundredths } from '../../../lib/parse-typed.ts';
import { type Difference, differences, type Words } from './conflict.tsx';

/** The label and the text of every setting. */
const words: Words<Settings> = {
  ratePaisa: { label: 'Taka per dollar', text: ({ ratePaisa }) => decimalFromHundredths(ratePaisa) },
  feeBasisPoints: {
    label: 'Extra fee in percent',
    text: ({ feeBasisPoints }) => decimalFromHundredths(feeBasisPoints),
  },
  chatUrl: { label: 'Support chat', text: ({ chatUrl }) => chatUrl ?? 'none' },
  supportEmail: { label: 'Support email', text: ({ supportEmail }) => supportEmail ?? 'none' },
  videoUrls: { label: 'Videos', text: ({ videoUrls }) => videoUrls.join(', ') || 'none' },
  servicesOffset: { label: 'Services added', text: ({ servicesOffset }) => formatCount(servicesOffset) },
  ordersOffset: { label: 'Orders added', text: ({ ordersOffset }) => formatCount(ordersOffset) },
  usersOffset: { label: 'Users added', text: ({ usersOffset }) => formatCount(usersOffset) },
  timeZone: { label: 'Time zone', text: ({ timeZone }) => timeZone },
};

export function settingDifferences(changes: Partial<Settings>, stored: Settings): Difference[] {
  return differences(words, { ...stored, ...changes }, stored);
}
