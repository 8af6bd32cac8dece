import { useStore } from '@nanostores/react';
import { brandStyle } from '#shared/brand-colors.ts';
import type { SettingSection, Settings } from '#shared/settings.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { inReadersDigits } from '../../../i18n/grouped.ts';
import { formatCount } from '../../../lib/format.ts';
import { decimalFromHundredths, parseInteger } from '../../../lib/parse-typed.ts';
import { wearStyle } from '../../../lib/shop-style.ts';
import { trpc } from '../../../lib/trpc.ts';
import { askOfLeap, rateExample } from './rate-question.ts';
import { ShopSection } from './shop-section.tsx';
import { timeThere } from './time-there.ts';

interface ShopSectionsProps {
  section: SettingSection;
  settings: Settings;
  noteUnsaved: (section: SettingSection, isUnsaved: boolean) => void;
}

/** The sections of the declared settings, with what each adds to its fields. */
export function ShopSections({ section, settings, noteUnsaved }: ShopSectionsProps) {
  const t = useStore(settingsTexts);
  const frame = { section, settings, noteUnsaved };
  const counted = useCounted(section === 'figures');
  switch (section) {
    case 'shop':
      return <ShopSection {...frame} hasPreview onSaved={({ brandColor }) => wearStyle(brandStyle(brandColor))} />;
    case 'home':
      return <ShopSection {...frame} hasPreview />;
    case 'rate':
      return (
        <ShopSection
          {...frame}
          narrow
          columns={2}
          examples={{ ratePaisa: rateExample }}
          askFirst={askOfLeap}
          savedText={({ ratePaisa }) => t.savedRate({ taka: inReadersDigits(`৳${decimalFromHundredths(ratePaisa)}`) })}
        />
      );
    case 'timeZone':
      return (
        <ShopSection
          {...frame}
          narrow
          examples={{ timeZone: timeThere }}
          savedText={({ timeZone }) => t.savedZone({ zone: timeZone })}
        />
      );
    case 'links':
      return <ShopSection {...frame} columns={2} />;
    case 'figures':
      return <ShopSection {...frame} narrow columns={3} examples={counted} />;
    case 'api':
    case 'requests':
      return <ShopSection {...frame} narrow />;
    case 'security':
      return <ShopSection {...frame} narrow note={t.alwaysAsks} />;
    case 'pages':
      return <ShopSection {...frame} note={t.markdownHint({ shop: '{shop}' })} />;
    default:
      return <ShopSection {...frame} />;
  }
}

/** What the dashboard shows with the number that is typed, by the figure's setting. */
function useCounted(isShown: boolean) {
  const t = useStore(settingsTexts);
  const { data } = trpc.admin.stats.useQuery(undefined, { enabled: isShown });
  if (!data) return {};
  const shows = (real: number) => (typed: string) => {
    const added = parseInteger(typed);
    return added === null ? '' : t.dashboardShows({ real, sum: formatCount(real + added) });
  };
  return {
    servicesOffset: shows(data.services.count),
    ordersOffset: shows(data.orders.count),
    usersOffset: shows(data.users.count),
  };
}
