import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { MAX_QUANTITY } from '#shared/services.ts';
import { TextField } from '../../../components/fields.tsx';
import { SendKeys } from '../../../components/send-keys.tsx';
import { ServiceImage } from '../../../components/service-image.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { sendOnlyOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { formatDollars } from '../../../lib/money.ts';
import type { OrderDraft } from '../../../lib/order-draft.ts';
import { LinkField, OrderNotes, PriceAndTime, SubmitOrder } from '../order-fields.tsx';
import { OrderSums } from '../order-sums.tsx';
import { orderFormSchema, reportPlaced, type Service, useOrder } from '../use-order.ts';

interface FormProps {
  start: OrderDraft;
  onTyped: (typed: OrderDraft) => void;
}

const nothing: OrderDraft = { link: '', quantity: '' };

/** Orders the chosen service. A placed order is reported by a toast, and the form is ready for the next one. */
export function ChosenForm({ service, start, onTyped }: FormProps & { service: Service }) {
  const words = useStore(orderDialogTexts);
  const order = useOrder({
    service,
    empty: nothing,
    start,
    onPlaced(placed) {
      reportPlaced(placed);
      order.form.reset(nothing);
    },
  });
  const { link, quantity, chargeNanos } = order;
  useEffect(() => onTyped({ link, quantity }), [link, quantity, onTyped]);
  const charge = typeof chargeNanos === 'number' ? formatDollars(chargeNanos) : '';
  return (
    <Stack asChild gap="5">
      <form
        noValidate
        aria-busy={order.isPending}
        onKeyDown={sendOnlyOnCtrlEnter}
        onSubmit={(event) => void order.submit(event)}
      >
        <OrderNotes order={order} />
        <Flex gap="4" p="4" borderWidth="1px" borderRadius="l2" align="start">
          <ServiceImage service={service} />
          <Stack gap="1" minW="0">
            <Text fontWeight="semibold" overflowWrap="anywhere">
              <ServiceName {...service} />
            </Text>
            <Text>
              <PriceAndTime service={service} />
            </Text>
            <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line" lineClamp="6">
              {service.description}
            </Text>
          </Stack>
        </Flex>
        <Fields
          form={order.form}
          limits={service}
          charge={chargeNanos === null ? words.tooLarge : charge}
          isPending={order.isPending}
        />
        <OrderSums chargeNanos={chargeNanos} balanceNanos={order.balanceNanos} />
        <SubmitOrder order={order} size="lg">
          {order.changes.length > 0 ? words.confirm : words.submit} <SendKeys />
        </SubmitOrder>
      </form>
    </Stack>
  );
}

/** Until a service with its own limits is chosen; the hint shows the usual minimum. */
const schema = orderFormSchema(1, MAX_QUANTITY);
const usualLimits = { min: 100, max: MAX_QUANTITY };

/** The fields before a service is chosen: Submit shows what is missing, the service first. */
export function UnchosenForm({ start, onTyped, onMissing }: FormProps & { onMissing: () => void }) {
  const t = useStore(buyServiceTexts);
  const words = useStore(orderDialogTexts);
  const form = useSchemaForm(schema, start, { shouldFocusError: false });
  const [link, quantity] = useWatch({ control: form.control, name: ['link', 'quantity'] });
  useEffect(() => onTyped({ link, quantity }), [link, quantity, onTyped]);
  const submit = form.handleSubmit(onMissing, onMissing);
  return (
    <Stack asChild gap="5">
      <form noValidate onKeyDown={sendOnlyOnCtrlEnter} onSubmit={(event) => void submit(event)}>
        <Fields form={form} limits={usualLimits} charge="" isPending={false} />
        <Stack gap="2">
          <Button type="submit" colorPalette="brand" size="lg">
            {words.submit}
          </Button>
          <Text color="fg.muted" textStyle="sm">
            {t.chooseFirst}
          </Text>
        </Stack>
      </form>
    </Stack>
  );
}

interface FieldsProps {
  form: Pick<UseFormReturn<{ link: string; quantity: string }>, 'register' | 'formState'>;
  limits: { min: number; max: number };
  /** In dollars; empty while unknown. */
  charge: string;
  isPending: boolean;
}

/** Link, quantity with its limits, and the resulting charge. */
function Fields({ form, limits: { min, max }, charge, isPending }: FieldsProps) {
  const t = useStore(buyServiceTexts);
  const words = useStore(orderDialogTexts);
  const figures = { fontVariantNumeric: 'tabular-nums' } as const;
  return (
    <>
      <LinkField form={form} readOnly={isPending} />
      <TextField
        label={words.quantity}
        // Plain digits, as typed.
        hint={t.limits({ min: String(min), max: String(max) })}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        readOnly={isPending}
        error={form.formState.errors.quantity}
        {...figures}
        {...form.register('quantity')}
      />
      <TextField
        label={t.charge}
        name="charge"
        value={charge}
        readOnly
        placeholder="–"
        bg="bg.subtle"
        fontWeight="semibold"
        {...figures}
      />
    </>
  );
}
