import { Button, Flex, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDollars } from '../../../../../shared/money.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { SendKeys, sendShortcut } from '../../../components/send-keys.tsx';
import { ServiceImage } from '../../../components/service-image.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { sendOnlyOnCtrlEnter } from '../../../lib/form.ts';
import { formatHours } from '../../../lib/format.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { OrderNotes } from '../order-notes.tsx';
import { OrderSums } from '../order-sums.tsx';
import { tellPlaced } from '../use-place-order.ts';
import { useServiceOrder } from '../use-service-order.ts';
import { BuyFields, type Typed } from './buy-fields.tsx';

type Service = Outputs['services']['get'];

const nothing: Typed = { link: '', quantity: '' };

interface ChosenFormProps {
  service: Service;
  start: Typed;
  onTyped: (typed: Typed) => void;
}

/** The order of one service. What it became is told as everywhere, and the form is ready for the next. */
export function ChosenForm({ service, start, onTyped }: ChosenFormProps) {
  const t = useStore(buyServiceTexts);
  const words = useStore(orderDialogTexts);
  const order = useServiceOrder({
    service,
    empty: nothing,
    start,
    onPlaced(placed) {
      tellPlaced(placed);
      order.startAnew();
    },
  });
  const { link, quantity, chargeNanos, isPending, changes } = order;
  useEffect(() => onTyped({ link, quantity }), [link, quantity, onTyped]);
  return (
    <Stack asChild gap="5">
      <form
        noValidate
        aria-busy={isPending}
        onKeyDown={sendOnlyOnCtrlEnter}
        onSubmit={(event) => void order.submit(event)}
      >
        <OrderNotes changes={changes} isUnanswered={order.isUnanswered} />
        <Facts service={service} />
        <BuyFields
          form={order.form}
          min={service.min}
          max={service.max}
          charge={
            typeof chargeNanos === 'number' ? formatDollars(chargeNanos) : chargeNanos === null ? words.tooLarge : ''
          }
          isPending={isPending}
        />
        <OrderSums chargeNanos={chargeNanos} balanceNanos={order.balanceNanos} />
        <Button
          type="submit"
          size="lg"
          {...(order.isShort ? { variant: 'outline' } : { colorPalette: 'brand' })}
          loading={isPending}
          loadingText={words.processing}
          aria-keyshortcuts={sendShortcut}
        >
          {changes.length > 0 ? words.confirm : t.submit} <SendKeys />
        </Button>
      </form>
    </Stack>
  );
}

/** What was chosen, in figures. */
function Facts({ service }: { service: Service }) {
  const words = useStore(orderDialogTexts);
  const { priceMicros, avgTimeHours, description } = service;
  return (
    <Flex gap="4" p="4" borderWidth="1px" borderRadius="l2" align="start">
      <ServiceImage service={service} />
      <Stack gap="1" minW="0">
        <Text fontWeight="semibold" overflowWrap="anywhere">
          <ServiceName {...service} />
        </Text>
        <Text>
          <MoneyText priceMicros={priceMicros} /> {words.per1000}
          <Span mx="2" aria-hidden>
            ·
          </Span>
          {words.avgTime({ time: formatHours(avgTimeHours) })}
        </Text>
        <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line" lineClamp="6">
          {description}
        </Text>
      </Stack>
    </Flex>
  );
}
