import { Box, Button, chakra, IconButton } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { memo, type Ref } from 'react';
import { LuHeart } from 'react-icons/lu';
import { ServiceImage } from '../../components/service-image.tsx';
import { ServiceName } from '../../components/service-name.tsx';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { formatCount, formatHours } from '../../lib/format.ts';
import { formatPrice } from '../../lib/money.ts';
import { preloadOrderDialog } from '../orders/order-dialog-host.tsx';
import type { Service } from './use-service-list.ts';

interface ServiceCardProps {
  ref?: Ref<HTMLDivElement> | undefined;
  /** The row that starts with it; undefined for the other cards, and before the layout is known. */
  row: number | undefined;
  service: Service;
  /** The card's position in the whole list, from 1; only the visible cards are rendered. */
  position: number;
  total: number;
  isFavourite: boolean;
  onFavourite: (serviceId: number) => void;
  onOrder: (service: Service) => void;
}

/** The card's layout, as one grid to keep 5,000 cards cheap. */
const areas = `
  "image name name name"
  "about about about about"
  "minLabel minLabel maxLabel timeLabel"
  "min min max time"
  "priceLabel priceLabel order order"
  "price price order order"`;
/** The image's width, and next to it the rest of the first third. */
const tracks = '3.5rem minmax(1.25rem, 0.5fr) 1fr 1fr';

/** One service with its price, limits and average time. */
export const ServiceCard = memo(function ServiceCard(props: ServiceCardProps) {
  const { ref, row, service, position, total, isFavourite, onFavourite, onOrder } = props;
  const t = useStore(catalogueTexts);
  const { id, name, description, priceMicros, min, max, avgTimeHours } = service;
  const titleId = `service-${id}`;
  return (
    <Box
      ref={ref}
      data-index={row}
      role="listitem"
      aria-setsize={total}
      aria-posinset={position}
      aria-labelledby={titleId}
      display="grid"
      gridTemplateAreas={areas}
      gridTemplateColumns={tracks}
      gridTemplateRows="auto 1fr auto auto auto auto"
      columnGap="3"
      p="4"
      position="relative"
      bg="bg"
      borderWidth="1px"
      borderRadius="l2"
      _hover={{ borderColor: 'border.field' }}
    >
      <ServiceImage service={service} />
      <chakra.h2
        id={titleId}
        gridArea="name"
        alignSelf="center"
        pe="7"
        fontWeight="semibold"
        lineHeight="short"
        lineClamp="3"
      >
        <ServiceName id={id} name={name} />
      </chakra.h2>
      <chakra.p gridArea="about" mt="3" mb="4" textStyle="sm" color="fg.muted" lineClamp="2" alignSelf="start">
        {description}
      </chakra.p>
      <chakra.dl display="contents">
        <Label gridArea="minLabel">{t.min}</Label>
        <Figure gridArea="min">{formatCount(min)}</Figure>
        <Label gridArea="maxLabel">{t.max}</Label>
        <Figure gridArea="max">{formatCount(max)}</Figure>
        <Label gridArea="timeLabel">{t.avgTime}</Label>
        <Figure gridArea="time">{formatHours(avgTimeHours)}</Figure>
        <Label gridArea="priceLabel" pt="3">
          {t.pricePer1000}
        </Label>
        <Figure gridArea="price" textStyle="xl" lineHeight="1.2" fontWeight="semibold">
          {formatPrice(priceMicros)}
        </Figure>
      </chakra.dl>
      <Button
        gridArea="order"
        alignSelf="end"
        justifySelf="end"
        variant="outline"
        aria-describedby={titleId}
        onPointerEnter={preloadOrderDialog}
        onFocus={preloadOrderDialog}
        onClick={() => onOrder(service)}
      >
        {t.createOrder}
      </Button>
      <IconButton
        variant="ghost"
        position="absolute"
        top="1"
        insetEnd="1"
        color={isFavourite ? 'fg.error' : 'fg.muted'}
        aria-label={t.favourite}
        aria-describedby={titleId}
        aria-pressed={isFavourite}
        onClick={() => onFavourite(id)}
      >
        <LuHeart fill={isFavourite ? 'currentColor' : 'none'} />
      </IconButton>
    </Box>
  );
});

const Label = chakra('dt', { base: { textStyle: 'xs', color: 'fg.muted', whiteSpace: 'nowrap' } });
const Figure = chakra('dd', { base: { textStyle: 'sm', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } });
