import { Box, Flex, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { refundFor, subtract } from '../../../../shared/money.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { orderTexts } from '../../i18n/en/orders.ts';
import { formatMoment } from '../../lib/dates.ts';
import { formatCount } from '../../lib/format.ts';
import type { Outputs } from '../../lib/trpc.ts';

/** What was bought, for which link, its price as it was then, and what it cost the customer in the end. */
export function OrderFacts({ order }: { order: Outputs['orders']['get'] }) {
  const t = useStore(orderTexts);
  const { id, serviceName, link, quantity, priceMicros, chargeNanos, status, remaining, createdAt } = order;
  const refundNanos = status === 'rejected' ? chargeNanos : refundFor(remaining ?? 0, priceMicros);
  return (
    <Box as="section" aria-label={t.details} borderWidth="1px" borderRadius="l2" overflow="clip">
      <Grid as="dl" templateColumns={{ base: '1fr', sm: '9rem 1fr' }} px="5" py="2" textStyle="sm">
        <Fact label={t.order}>#{id}</Fact>
        <Fact label={t.date}>
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </Fact>
        <Fact label={t.service}>{serviceName}</Fact>
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
      </Grid>
      <Flex justify="space-between" align="baseline" px="5" py="4" bg="bg.subtle" borderTopWidth="1px">
        <Text fontWeight="semibold">{t.youPaid}</Text>
        <MoneyText nanos={subtract(chargeNanos, refundNanos)} textStyle="2xl" fontWeight="semibold" />
      </Flex>
    </Box>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Text as="dt" color="fg.muted" pt="2" pb={{ base: '0', sm: '2' }}>
        {label}
      </Text>
      <Box
        as="dd"
        pt={{ base: '0', sm: '2' }}
        pb="2"
        fontVariantNumeric="tabular-nums"
        overflowWrap="anywhere"
        minW="0"
      >
        {children}
      </Box>
    </>
  );
}
