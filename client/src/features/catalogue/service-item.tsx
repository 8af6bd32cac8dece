import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { memo, type Ref } from 'react';
import { useServiceImage } from '../../components/service-image.tsx';
import { ServiceName } from '../../components/service-name.tsx';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { factTexts } from '../../i18n/en/facts.ts';
import { factWords } from '../../lib/fact-words.ts';
import { formatCount, formatHours, formatMinutes } from '../../lib/format.ts';
import { formatPrice } from '../../lib/money.ts';
import { preloadOrderDialog } from '../orders/order-dialog-host.tsx';
import type { Service } from './use-service-list.ts';

interface ServiceItemProps {
  ref?: Ref<HTMLDivElement> | undefined;
  /** The row that starts with it; undefined for the other cards, and before the layout is known. */
  row: number | undefined;
  service: Service;
  /** Its position in the whole list, from 1; only the visible ones are rendered. */
  position: number;
  total: number;
  /** Whether it may be a card: rows have no description beside what a service promises. */
  mayBeCard: boolean;
  isFavourite: boolean;
  onFavourite: (serviceId: number) => void;
  onOrder: (service: Service) => void;
}

/** The order dialog has all of them. */
const MOST_FACTS = 3;

/** One service, as a row or as a card; `serviceLooks` has the styles of both. */
export const ServiceItem = memo(function ServiceItem(props: ServiceItemProps) {
  const { ref, row, service, position, total, mayBeCard, isFavourite, onFavourite, onOrder } = props;
  const t = useStore(catalogueTexts);
  useStore(factTexts);
  const { id, description, priceMicros, per, min, max, avgTimeHours, measuredMinutes, measuredOn } = service;
  const { image, isStarred } = useServiceImage(service);
  const titleId = `service-${id}`;
  const promised = factWords(service).slice(0, MOST_FACTS);
  return (
    <div
      ref={ref}
      data-index={row}
      data-starred={isStarred || undefined}
      data-promises={promised.length > 0 || undefined}
      role="listitem"
      aria-setsize={total}
      aria-posinset={position}
      aria-labelledby={titleId}
    >
      <img {...image} alt="" width={56} height={56} />
      <h2 id={titleId}>
        <ServiceName id={id} name={service.name} nameBn={service.nameBn} lines={2} />
      </h2>
      {promised.length > 0 && (
        <p data-part="badges">
          {promised.map((words) => (
            // Browsers differ in the names of countries.
            <span key={words} suppressHydrationWarning>
              {words}
            </span>
          ))}
        </p>
      )}
      {(mayBeCard || promised.length === 0) && <p data-part="about">{description}</p>}
      <p data-part="price" data-of={per === 1 ? 'package' : undefined}>
        <span>{per === 1 ? t.packagePrice : t.pricePer1000} </span>
        {formatPrice(priceMicros)}
      </p>
      <dl data-part="facts">
        {per !== 1 && (
          <>
            <dt>{t.min}</dt>
            <dd data-part="min">{formatCount(min)}</dd>
            <dt>{t.max}</dt>
            <dd data-part="max">{formatCount(max)}</dd>
          </>
        )}
        <dt>{t.avgTime}</dt>
        <dd data-part="time">{formatHours(avgTimeHours)}</dd>
        {measuredMinutes !== null && (
          <>
            <dt data-is="measured">{t.measured}</dt>
            <dd data-part="measured" title={t.measuredOn({ count: measuredOn ?? 0 })}>
              {formatMinutes(measuredMinutes)}
            </dd>
          </>
        )}
      </dl>
      <button
        type="button"
        data-part="favourite"
        aria-label={t.favourite}
        aria-describedby={titleId}
        aria-pressed={isFavourite}
        onClick={() => onFavourite(id)}
      />
      <Button
        variant="outline"
        data-part="order"
        aria-describedby={titleId}
        onPointerEnter={preloadOrderDialog}
        onFocus={preloadOrderDialog}
        onClick={() => onOrder(service)}
      >
        {t.createOrder}
      </Button>
    </div>
  );
});
