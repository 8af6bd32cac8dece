import { Text, type TextProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { rechargeProgressTexts } from '../../i18n/en/wallet.ts';
import { inReadersDigits } from '../../i18n/grouped.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';

/** When somebody is there to answer; nothing if the shop does not say. */
export function OpeningHours(look: TextProps) {
  const t = useStore(rechargeProgressTexts);
  const [from, to] = usePublicSettings()?.openingHours?.split('-') ?? [];
  if (!from || !to) return null;
  return (
    <Text textStyle="sm" color="fg.muted" {...look}>
      {t.openingHours({ from: inReadersDigits(from), to: inReadersDigits(to) })}
    </Text>
  );
}
