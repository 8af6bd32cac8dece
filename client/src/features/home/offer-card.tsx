import { Box, Button, chakra, Flex, Heading, List } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { formatPrice } from '#shared/money.ts';
import { ServiceImage } from '../../components/service-image.tsx';
import { WholeServiceName } from '../../components/whole-service-name.tsx';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatCount, formatHours } from '../../lib/format.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { preloadOrderDialog } from '../orders/order-dialog-host.tsx';
import { bulletsOf } from './bullets.ts';

type Offer = Outputs['services']['list']['items'][number];

/** A featured service with its whole description. */
export function OfferCard({ offer, onOrder }: { offer: Offer; onOrder: (offer: Offer) => void }) {
  const t = useStore(homeMoreTexts);
  const titleId = `offer-${offer.id}`;
  const figures = [
    [t.price, formatPrice(offer.priceMicros)],
    [t.min, formatCount(offer.min)],
    [t.max, formatCount(offer.max)],
    [t.avgTime, formatHours(offer.avgTimeHours)],
  ] as const;
  return (
    <Flex as="article" aria-labelledby={titleId} direction="column" gap="4" p="5" borderWidth="1px" borderRadius="box">
      <Flex gap="4" align="center">
        <ServiceImage service={offer} />
        <Heading as="h3" id={titleId} size="md" minW="0" overflowWrap="anywhere">
          <WholeServiceName {...offer} />
        </Heading>
      </Flex>
      <List.Root ps="4" gap="1" flex="1" color="fg.muted" textStyle="sm">
        {bulletsOf(offer.description).map((bullet) => (
          <List.Item key={bullet}>{bullet}</List.Item>
        ))}
      </List.Root>
      <chakra.dl display="grid" gridTemplateColumns="1fr 1fr" columnGap="4" rowGap="2" borderTopWidth="1px" pt="4">
        {figures.map(([label, figure]) => (
          <Box key={label}>
            <chakra.dt textStyle="xs" color="fg.muted">
              {label}
            </chakra.dt>
            <chakra.dd fontWeight="semibold" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
              {figure}
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
      <Button
        variant="outline"
        aria-describedby={titleId}
        onPointerEnter={preloadOrderDialog}
        onFocus={preloadOrderDialog}
        onClick={() => onOrder(offer)}
      >
        {t.createOrder}
      </Button>
    </Flex>
  );
}
