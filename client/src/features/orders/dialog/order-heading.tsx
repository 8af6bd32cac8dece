import { Box, Dialog, Flex, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceImage } from '../../../components/service-image.tsx';
import { ServiceNumber } from '../../../components/service-name.tsx';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { formatHours } from '../../../lib/format.ts';
import type { Outputs } from '../../../lib/trpc.ts';

interface OrderHeadingProps extends ComponentProps<typeof Dialog.Title> {
  service: Outputs['services']['get'];
}

/** What is ordered, at which price and how long it takes. */
export function OrderHeading({ service, ...title }: OrderHeadingProps) {
  const t = useStore(orderDialogTexts);
  return (
    <Dialog.Header pe="14" pb="3">
      <Flex gap="3" align="center" minW="0">
        <ServiceImage service={service} size={48} />
        <Box minW="0">
          <Dialog.Title tabIndex={-1} outline="0" overflowWrap="anywhere" {...title}>
            {t.orderFor({ service: service.name })}
          </Dialog.Title>
          <Text color="fg.muted" mt="1">
            {/* Where both have no room in one line, each keeps together. */}
            <Span display="inline-block" whiteSpace="nowrap">
              <ServiceNumber id={service.id} />
              <Span mx="2" aria-hidden>
                ·
              </Span>
              <MoneyText priceMicros={service.priceMicros} /> {t.per1000}
              <Span mx="2" aria-hidden>
                ·
              </Span>
            </Span>
            <Span display="inline-block">{t.avgTime({ time: formatHours(service.avgTimeHours) })}</Span>
          </Text>
        </Box>
      </Flex>
    </Dialog.Header>
  );
}
