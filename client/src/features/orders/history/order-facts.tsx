import { Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { refundFor, subtract } from '../../../../../shared/money.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { Fact, Facts } from '../../../components/receipt/facts.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { orderTexts } from '../../../i18n/en/orders.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Outputs } from '../../../lib/trpc.ts';

/** What was bought, for which link, its price as it was then, and what it cost the customer in the end. */
export function OrderFacts({ order }: { order: Outputs['orders']['get'] }) {
  const t = useStore(orderTexts);
  const { id, serviceId, serviceName, link, quantity, priceMicros, chargeNanos, status, remaining, createdAt } = order;
  const refundNanos = status === 'rejected' ? chargeNanos : refundFor(remaining ?? 0, priceMicros);
  const paid = <MoneyText nanos={subtract(chargeNanos, refundNanos)} />;
  return (
    <Facts name={t.details} total={{ label: t.youPaid, value: paid }}>
      <Fact label={t.order}>#{id}</Fact>
      <Fact label={t.date}>
        <TimeText at={createdAt} />
      </Fact>
      <Fact label={t.service}>
        <ServiceName id={serviceId} name={serviceName} />
      </Fact>
      <Fact label={t.link}>
        <Flex align="center" gap="1">
          <OrderLink link={link} isWhole />
          <CopyButton value={link} label={t.copyLink} my="-2" className="not-printed" />
        </Flex>
      </Fact>
      <Fact label={t.quantity}>{formatCount(quantity)}</Fact>
      {remaining !== null && <Fact label={t.notDelivered}>{formatCount(remaining)}</Fact>}
      <Fact label={t.pricePer1000}>
        <MoneyText priceMicros={priceMicros} />
      </Fact>
      <Fact label={t.charge}>
        <MoneyText nanos={chargeNanos} />
      </Fact>
      {refundNanos > 0 && (
        <Fact label={t.refunded}>
          <MoneyText nanos={refundNanos} />
        </Fact>
      )}
    </Facts>
  );
}
