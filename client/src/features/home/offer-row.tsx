import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { LuChevronDown } from 'react-icons/lu';
import { ServiceImage } from '../../components/service-image.tsx';
import { WholeServiceName } from '../../components/whole-service-name.tsx';
import { MeasuredTime } from './measured-time.tsx';
import { OfferBullets, OfferFigures, OfferOrderButton, type OfferProps } from './offer-parts.tsx';
import { limitsAndTime, OfferPrice } from './offer-price.tsx';

/** A featured service as a row that opens, for phones. */
export function OfferRow({ offer, onOrder }: OfferProps) {
  const [isOpen, setIsOpen] = useState(false);
  const titleId = `offer-${offer.id}`;
  const contentId = useId();
  return (
    <Box as="article" aria-labelledby={titleId} borderBottomWidth="1px">
      <h3>
        <Opener aria-expanded={isOpen} aria-controls={contentId} onClick={() => setIsOpen(!isOpen)}>
          <ServiceImage service={offer} size={36} />
          <Box flex="1" minW="0">
            <Text id={titleId} fontWeight="semibold" lineHeight="short" overflowWrap="anywhere">
              <WholeServiceName {...offer} />
            </Text>
            <Text textStyle="xs" color="fg.muted">
              {limitsAndTime(offer)}
              <MeasuredTime service={offer} />
            </Text>
          </Box>
          <OfferPrice offer={offer} />
          <Box color="fg.muted" flexShrink="0" transform={isOpen ? 'rotate(180deg)' : undefined} aria-hidden>
            <LuChevronDown />
          </Box>
        </Opener>
      </h3>
      <Stack id={contentId} hidden={!isOpen} gap="4" pb="4">
        <OfferBullets offer={offer} />
        <OfferFigures offer={offer} />
        <OfferOrderButton offer={offer} onOrder={onOrder} titleId={titleId} />
      </Stack>
    </Box>
  );
}

const Opener = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    w: 'full',
    minH: '16',
    py: '2',
    textAlign: 'start',
    cursor: 'button',
  },
});
