import { Box, Text, type TextProps } from '@chakra-ui/react';
import { MoneyText } from '../../components/money-text.tsx';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatHours } from '../../lib/format.ts';
import type { Offer } from './offer-parts.tsx';

/** A price, with its unit for a package; the list has the unit of the others. */
export function OfferPrice({ offer, ...text }: TextProps & { offer: Offer }) {
  const price = <MoneyText priceMicros={offer.priceMicros} fontWeight="semibold" {...text} />;
  if (offer.per !== 1) return price;
  return (
    <Box textAlign="end" lineHeight="1.25">
      {price}
      <Text textStyle="xs" color="fg.muted">
        {homeMoreTexts.get().aPackage}
      </Text>
    </Box>
  );
}

/** The smallest order and the typed time; of a package only the time. */
export function limitsAndTime({ per, min, avgTimeHours }: Offer): string {
  const time = formatHours(avgTimeHours);
  return per === 1 ? time : homeMoreTexts.get().from({ min, time });
}
