import type { Settings } from '../../../../../shared/settings.ts';
import { formatCount } from '../../../lib/format.ts';
import { decimalFromHundredths } from '../../../lib/parse-typed.ts';

interface Words {
  label: string;
  text: (settings: Settings) => string;
}

/** Every setting by its field's label, and how it reads. */
const words: Record<keyof Settings, Words> = {
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

export interface SettingDifference {
  label: string;
  theirs: string;
  mine: string;
}

/** Where what is about to be saved differs from what is stored, a line a setting. */
export function differences(changes: Partial<Settings>, stored: Settings): SettingDifference[] {
  const saved: Settings = { ...stored, ...changes };
  return Object.values(words)
    .map(({ label, text }) => ({ label, theirs: text(stored), mine: text(saved) }))
    .filter(({ theirs, mine }) => theirs !== mine);
}
