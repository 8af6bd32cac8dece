import { Box, Button, chakra, List, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuTimer } from 'react-icons/lu';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatCount, formatHours, formatMinutes } from '../../lib/format.ts';
import { formatPrice } from '../../lib/money.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { preloadOrderDialog } from '../orders/order-dialog-host.tsx';
import { bulletsOf } from './bullets.ts';
import type { Measured } from './measured-time.tsx';

export type Offer = Outputs['services']['list']['items'][number];

export interface OfferProps {
  offer: Offer;
  onOrder: (offer: Offer) => void;
}

/** The description, line by line. */
export function OfferBullets({ offer }: Pick<OfferProps, 'offer'>) {
  return (
    <List.Root ps="4" gap="0.5" color="fg.muted" textStyle="sm">
      {bulletsOf(offer.description).map((bullet) => (
        <List.Item key={bullet}>{bullet}</List.Item>
      ))}
    </List.Root>
  );
}

/** Price, limits and the typed time; below them the measured time, if there are enough deliveries. */
export function OfferFigures({ offer }: Pick<OfferProps, 'offer'>) {
  const t = useStore(homeMoreTexts);
  const { measuredMinutes, measuredOn }: Measured = offer;
  const isPackage = offer.per === 1;
  const limits = [
    [t.min, formatCount(offer.min)],
    [t.max, formatCount(offer.max)],
  ] as const;
  const figures = [
    [isPackage ? t.packagePrice : t.price, formatPrice(offer.priceMicros)],
    ...(isPackage ? [] : limits),
    [t.avgTime, formatHours(offer.avgTimeHours)],
  ] as const;
  return (
    <Box>
      <chakra.dl display="grid" gridAutoFlow="column" justifyContent="space-between" columnGap="3">
        {figures.map(([label, figure]) => (
          <div key={label}>
            <chakra.dt textStyle="xs" color="fg.muted">
              {label}
            </chakra.dt>
            <chakra.dd textStyle="sm" fontWeight="semibold" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
              {figure}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
      {typeof measuredMinutes === 'number' && typeof measuredOn === 'number' && (
        <Text display="flex" alignItems="center" gap="1.5" mt="2" textStyle="xs" color="fg.muted">
          <LuTimer aria-hidden />
          {t.measured({ time: formatMinutes(measuredMinutes), count: measuredOn })}
        </Text>
      )}
    </Box>
  );
}

interface OrderButtonProps extends OfferProps {
  titleId: string;
}

export function OfferOrderButton({ offer, onOrder, titleId }: OrderButtonProps) {
  const t = useStore(homeMoreTexts);
  return (
    <Button
      variant="outline"
      aria-describedby={titleId}
      onPointerEnter={preloadOrderDialog}
      onFocus={preloadOrderDialog}
      onClick={() => onOrder(offer)}
    >
      {t.createOrder}
    </Button>
  );
}
