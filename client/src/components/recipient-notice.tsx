import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuTriangleAlert } from 'react-icons/lu';
import { hasOnlyPlaceholders, type PaymentMethod } from '#shared/payment-methods.ts';
import { judgeRecipient } from '#shared/recipient.ts';
import { shopTexts } from '../i18n/en/admin/shop.ts';
import { $language } from '../i18n/language.ts';
import { usePublicSettings } from '../lib/public-settings.ts';

interface RecipientNoticeProps {
  methods: readonly PaymentMethod[];
  /** The fix, if it is not already on the screen. */
  children?: ReactNode;
}

/**
 * Tells an admin which payment methods still have placeholders and what customers see of them, and which numbers do not have their
 * wallet's form; renders nothing if all recipients are valid.
 */
export function RecipientNotice({ methods, children }: RecipientNoticeProps) {
  const t = useStore(shopTexts);
  const language = useStore($language);
  const offersSamples = usePublicSettings()?.offersSamples;
  const offered = methods.filter(({ active }) => active);
  const unpayable = offered.filter(hasOnlyPlaceholders);
  const wrong = offered.filter((method) => method.accounts.length === 0 && judgeRecipient(method).problem);
  const listed = (type: 'conjunction' | 'disjunction', names: string[]) =>
    new Intl.ListFormat(language, { type }).format(names);
  return (
    <>
      {unpayable.length > 0 && (
        <Warning
          title={t.cantPay({
            names: listed(
              'disjunction',
              unpayable.map(({ name }) => name),
            ),
          })}
          text={`${offersSamples ? t.asSamples : t.notOffered} ${t.cantPayText}`}
        >
          {wrong.length === 0 && children}
        </Warning>
      )}
      {wrong.length > 0 && (
        <Warning
          title={t.wrongNumber({
            names: listed(
              'conjunction',
              wrong.map(({ name }) => name),
            ),
          })}
          text={t.wrongNumberText({
            numbers: listed(
              'conjunction',
              wrong.map(({ name, recipient }) => `${name} ${recipient}`),
            ),
          })}
        >
          {children}
        </Warning>
      )}
    </>
  );
}

interface WarningProps {
  title: string;
  text: string;
  children: ReactNode;
}

function Warning({ title, text, children }: WarningProps) {
  return (
    <Alert.Root status="warning" alignItems="center" flexWrap="wrap">
      <Alert.Indicator>
        <LuTriangleAlert />
      </Alert.Indicator>
      <Alert.Content flex="1 1 14rem">
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description overflowWrap="anywhere">{text}</Alert.Description>
      </Alert.Content>
      {children}
    </Alert.Root>
  );
}
