import { useStore } from '@nanostores/react';
import { brandStyle } from '#shared/brand-colors.ts';
import type { SettingSection, Settings } from '#shared/settings.ts';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { decimalFromHundredths } from '../../../lib/parse-typed.ts';
import { wearStyle } from '../../../lib/shop-style.ts';
import { askOfLeap, rateExample } from './rate-question.ts';
import { ShopSection } from './shop-section.tsx';

interface ShopSectionsProps {
  section: SettingSection;
  settings: Settings;
  noteUnsaved: (section: SettingSection, isUnsaved: boolean) => void;
}

/** The sections of the declared settings, with what each adds to its fields. */
export function ShopSections({ section, settings, noteUnsaved }: ShopSectionsProps) {
  const t = useStore(settingsTexts);
  const frame = { section, settings, noteUnsaved };
  switch (section) {
    case 'shop':
      return <ShopSection {...frame} hasPreview onSaved={({ brandColor }) => wearStyle(brandStyle(brandColor))} />;
    case 'home':
      return <ShopSection {...frame} hasPreview />;
    case 'rate':
      return (
        <ShopSection
          {...frame}
          columns={2}
          examples={{ ratePaisa: rateExample }}
          askFirst={askOfLeap}
          savedText={({ ratePaisa }) => t.savedRate({ taka: `৳${decimalFromHundredths(ratePaisa)}` })}
        />
      );
    case 'timeZone':
      return <ShopSection {...frame} savedText={({ timeZone }) => t.savedZone({ zone: timeZone })} />;
    case 'links':
      return <ShopSection {...frame} columns={2} />;
    case 'figures':
      return <ShopSection {...frame} columns={3} />;
    case 'pages':
      return <ShopSection {...frame} note={t.markdownHint({ shop: '{shop}' })} />;
    default:
      return <ShopSection {...frame} />;
  }
}
