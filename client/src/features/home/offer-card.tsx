import { Box, Flex, Heading } from '@chakra-ui/react';
import { ServiceImage } from '../../components/service-image.tsx';
import { WholeServiceName } from '../../components/whole-service-name.tsx';
import { OfferBullets, OfferFigures, OfferOrderButton, type OfferProps } from './offer-parts.tsx';

/** A featured service with its whole description, for wide screens. */
export function OfferCard({ offer, onOrder }: OfferProps) {
  const titleId = `offer-${offer.id}`;
  return (
    <Flex as="article" aria-labelledby={titleId} direction="column" gap="3" p="4" borderWidth="1px" borderRadius="box">
      <Flex gap="3" align="center" minH="10">
        <ServiceImage service={offer} size={40} />
        <Heading as="h3" id={titleId} size="md" minW="0" overflowWrap="anywhere">
          <WholeServiceName {...offer} />
        </Heading>
      </Flex>
      <Box flex="1">
        <OfferBullets offer={offer} />
      </Box>
      <Box borderTopWidth="1px" pt="3">
        <OfferFigures offer={offer} />
      </Box>
      <OfferOrderButton offer={offer} onOrder={onOrder} titleId={titleId} />
    </Flex>
  );
}
