import { Box, Button, Dialog, Grid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { LuCircleCheck } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { formatCount } from '../../../lib/format.ts';
import { orderedService } from '../../../lib/ordered-service.ts';
import { orderPath } from '../../../lib/paths.ts';
import type { Placed } from '../use-order.ts';

interface OrderPlacedProps {
  placed: Placed;
  onAgain: () => void;
  onClose: () => void;
}

/** The placed order, the balance after it, and links to the next steps. */
export function OrderPlaced({ placed: { order, balanceNanos }, onAgain, onClose }: OrderPlacedProps) {
  const t = useStore(orderDialogTexts);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <Dialog.Header pe="14" alignItems="center">
        <Box color="fg.success" fontSize="2xl" aria-hidden>
          <LuCircleCheck />
        </Box>
        <Dialog.Title ref={title} tabIndex={-1} outline="0">
          {t.success}
        </Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0" overflowY="auto">
        <Stack gap="4">
          <Dialog.Description>{t.successText}</Dialog.Description>
          <Grid
            as="dl"
            templateColumns="auto 1fr"
            columnGap="6"
            rowGap="1.5"
            px="4"
            py="3"
            borderWidth="1px"
            borderRadius="l2"
          >
            <Line label={t.order}>#{order.id}</Line>
            <Line label={t.service}>
              <ServiceName {...orderedService(order)} />
            </Line>
            {order.per !== 1 && <Line label={t.quantity}>{formatCount(order.quantity)}</Line>}
            <Line label={t.price}>
              <MoneyText nanos={order.chargeNanos} fontWeight="semibold" />
            </Line>
            <Line label={t.balance}>
              <MoneyText balanceNanos={balanceNanos} />
            </Line>
          </Grid>
        </Stack>
      </Dialog.Body>
      <Dialog.Footer
        flexDirection={{ base: 'column-reverse', sm: 'row' }}
        alignItems={{ base: 'stretch', sm: 'center' }}
        pb="max(1rem, env(safe-area-inset-bottom))"
      >
        <Button variant="ghost" onClick={onClose}>
          {t.done}
        </Button>
        <Button variant="outline" onClick={onAgain}>
          {t.again}
        </Button>
        <Button asChild colorPalette="brand">
          <AppLink to={orderPath(order.id)}>{t.viewOrder}</AppLink>
        </Button>
      </Dialog.Footer>
    </>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <Text as="dt" color="fg.muted">
        {label}
      </Text>
      <Text as="dd" textAlign="end" minW="0" overflowWrap="anywhere">
        {children}
      </Text>
    </>
  );
}
