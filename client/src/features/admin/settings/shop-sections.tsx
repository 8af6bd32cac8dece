import { useStore } from '@nanostores/react';
import { brandStyle } from '#shared/brand-colors.ts';
import { nanos, type PaisaPerDollar, takaFor } from '#shared/money.ts';
import { ratePaisa } from '#shared/payment-methods.ts';
import type { SettingSection, Settings } from '#shared/settings.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { inReadersDigits } from '../../../i18n/grouped.ts';
import { formatWeekdayTime } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatDollars, formatTaka } from '../../../lib/money.ts';
import { decimalFromHundredths, parseCount, parseHundredths } from '../../../lib/parse-typed.ts';
import { wearStyle } from '../../../lib/shop-style.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { ShopSection } from './shop-section.tsx';

const EXAMPLE_NANOS = nanos(10_000_000_000);
const costs = (rate: PaisaPerDollar) => formatTaka(takaFor(EXAMPLE_NANOS, rate));

/** "$10.00 costs ৳1,260.00. "; empty while no rate is typed. */
function rateExample(typed: string): string {
  const rate = ratePaisa.safeParse(parseHundredths(typed));
  if (!rate.success) return '';
  return `${settingsTexts.get().costs({ example: formatDollars(EXAMPLE_NANOS), sum: costs(rate.data) })} `;
}

/** A rate rarely moves by more than a fifth at a time; a digit too many or too few does. */
function askOfLeap(
  { ratePaisa: next }: Partial<Settings>,
  { ratePaisa: last }: Settings,
): Promise<boolean> | undefined {
  if (next === undefined || Math.abs(next - last) * 5 <= last) return undefined;
  return confirm(() => {
    const t = settingsTexts.get();
    return {
      title: t.changeRate({ before: decimal(last), after: decimal(next) }),
      text: t.changeRateText({ example: formatDollars(EXAMPLE_NANOS), before: costs(last), after: costs(next) }),
      confirmLabel: t.changeRateYes,
    };
  });
}

const decimal = (hundredths: number) => inReadersDigits(decimalFromHundredths(hundredths));

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
          savedText={(saved) => t.savedRate({ taka: inReadersDigits(`৳${decimalFromHundredths(saved.ratePaisa)}`) })}
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
    case 'evidence':
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
    const added = parseCount(typed);
    return added === null ? '' : t.dashboardShows({ real, sum: formatCount(real + added) });
  };
  return {
    servicesOffset: shows(data.services.count),
    ordersOffset: shows(data.orders.count),
    usersOffset: shows(data.users.count),
  };
}

/** "Now there: Thursday, November 26, 4:03 am", in the reader's language. */
function timeThere(timeZone: string): string {
  return settingsTexts.get().nowThere({ time: formatWeekdayTime(new Date(), timeZone) });
}
