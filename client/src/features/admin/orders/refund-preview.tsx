import { Box, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { refundFor, subtract } from '#shared/money.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { orderDetailsTexts } from '../../../i18n/en/admin/order-details.ts';
import { formatCount } from '../../../lib/format.ts';
import type { Order } from './order.ts';

/** The refund and the rest for some undelivered units; dashes while the number is invalid. */
export function RefundPreview({ order, remaining }: { order: Order; remaining: number | null }) {
  const t = useStore(orderDetailsTexts);
  const isSensible = remaining !== null && remaining >= 1 && remaining < order.quantity;
  const refundNanos = isSensible ? refundFor(remaining, order) : null;
  const lines = [
    { label: t.deliveredUnits, value: isSensible ? formatCount(order.quantity - remaining) : '–' },
    { label: t.refund, value: refundNanos === null ? '–' : <MoneyText nanos={refundNanos} fontWeight="semibold" /> },
    {
      label: t.keptCharge,
      value: refundNanos === null ? '–' : <MoneyText nanos={subtract(order.chargeNanos, refundNanos)} />,
    },
  ];
  return (
    <Grid
      as="dl"
      templateColumns="repeat(3, 1fr)"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="l2"
      p="3"
      gap="3"
      aria-live="polite"
    >
      {lines.map(({ label, value }) => (
        <Box key={label} minW="0">
          <Text as="dt" textStyle="xs" color="fg.muted">
            {label}
          </Text>
          <Text as="dd" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
            {value}
          </Text>
        </Box>
      ))}
    </Grid>
  );
}
