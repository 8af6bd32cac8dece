import { Alert, Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuTriangleAlert } from 'react-icons/lu';
import { isPlaceholderRecipient, type PaymentMethod } from '../../../../shared/settings.ts';
import { AppLink } from '../../components/app-link.tsx';
import { shopTexts } from '../../i18n/en/shop.ts';
import { $language } from '../../i18n/language.ts';
import { paths } from '../../lib/paths.ts';

/** Says which ways to pay lead nowhere yet, with the way to put it right; nothing once all of them have a recipient. */
export function RecipientNotice({ methods }: { methods: readonly PaymentMethod[] }) {
  const t = useStore(shopTexts);
  const language = useStore($language);
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
        <Alert.Description>{t.cantPayText}</Alert.Description>
      </Alert.Content>
      <Button asChild colorPalette="brand">
        <AppLink to={paths.settings}>
          {t.paymentMethods} <LuArrowRight aria-hidden />
        </AppLink>
      </Button>
    </Alert.Root>
  );
}
