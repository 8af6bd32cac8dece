import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuTriangleAlert } from 'react-icons/lu';
import { isPlaceholderRecipient, type PaymentMethod } from '../../../shared/settings.ts';
import { shopTexts } from '../i18n/en/shop.ts';
import { $language } from '../i18n/language.ts';
import { usePublicSettings } from '../lib/public-settings.ts';

interface RecipientNoticeProps {
  methods: readonly PaymentMethod[];
  /** The way to put it right, where that is not on the screen already. */
  children?: ReactNode;
}

/** Tells an admin which ways to pay lead nowhere yet, and what customers see of them; nothing once all have a recipient. */
export function RecipientNotice({ methods, children }: RecipientNoticeProps) {
  const t = useStore(shopTexts);
  const language = useStore($language);
  const offersSamples = usePublicSettings()?.offersSamples;
  const unpayable = methods.filter(({ active, recipient }) => active && isPlaceholderRecipient(recipient));
  if (unpayable.length === 0) return null;
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(unpayable.map(({ name }) => name));
  return (
    <Alert.Root status="warning" alignItems="center" flexWrap="wrap">
      <Alert.Indicator>
        <LuTriangleAlert />
      </Alert.Indicator>
      <Alert.Content flex="1 1 14rem">
        <Alert.Title>{t.cantPay({ names })}</Alert.Title>
        <Alert.Description>
          {offersSamples ? t.asSamples : t.notOffered} {t.cantPayText}
        </Alert.Description>
      </Alert.Content>
      {children}
    </Alert.Root>
  );
}
