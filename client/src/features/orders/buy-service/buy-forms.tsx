import { Button, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { z } from 'zod';
import type { Nanos } from '#shared/money.ts';
import { MAX_QUANTITY } from '#shared/services.ts';
import { CountField } from '../../../components/count-field.tsx';
import { TextField } from '../../../components/fields.tsx';
import { SendKeys } from '../../../components/send-keys.tsx';
import { buyServiceTexts } from '../../../i18n/en/buy-service.ts';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { $language } from '../../../i18n/language.ts';
import { useBalance } from '../../../lib/balance.ts';
import { sendOnlyOnCtrlEnter, useSchemaForm } from '../../../lib/form.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatDollars } from '../../../lib/money.ts';
import { nothingTyped, type OrderDraft, type OrderValues } from '../../../lib/order-draft.ts';
import { parseCount } from '../../../lib/parse-typed.ts';
import { OrderFields, type OrderFieldsProps, OrderNotes, SubmitOrder } from '../order-fields.tsx';
import { orderFormSchema } from '../order-schema.ts';
import { OrderSums, ShortNote } from '../order-sums.tsx';
import { QuickQuantities } from '../quantity-field.tsx';
import { reportPlaced, type Service, useOrder, useTyped } from '../use-order.ts';
import { BoughtService, OfferedServices } from './bought-service.tsx';
import { BuyLayout } from './buy-layout.tsx';

interface FormProps {
  start: OrderDraft;
  onTyped: (typed: OrderDraft) => void;
}

/** Orders the chosen service. A placed order is reported by a toast, and the form is ready for the next one. */
export function ChosenForm({ service, start, onTyped }: FormProps & { service: Service }) {
  const words = useStore(orderDialogTexts);
  const order = useOrder({
    service,
    empty: nothingTyped,
    start,
    onPlaced(placed) {
      reportPlaced(placed);
      order.form.reset(nothingTyped);
    },
  });
  const { typed, chargeNanos, isPending, shortNanos } = order;
  useEffect(() => onTyped(typed), [typed, onTyped]);
  const charge = typeof chargeNanos === 'number' ? formatDollars(chargeNanos) : '';
  return (
    <BuyLayout
      aria-busy={isPending}
      onKeyDown={sendOnlyOnCtrlEnter}
      onSubmit={(event) => void order.submit(event)}
      fields={
        <>
          <OrderNotes order={order} />
          <Fields
            form={order.form}
            service={service}
            typed={typed}
            charge={chargeNanos === null ? words.tooLarge : charge}
            isPending={isPending}
          >
            <QuickQuantities
              quantity={parseCount(typed.quantity)}
              min={service.min}
              max={service.max}
              disabled={isPending}
              onChange={order.setQuantity}
            />
          </Fields>
        </>
      }
      aside={<BoughtService service={service} />}
      foot={
        <Foot chargeNanos={chargeNanos} balanceNanos={order.balanceNanos} note={<ShortNote shortNanos={shortNanos} />}>
          <SubmitOrder order={order} size="lg" w={{ xl: 'full' }}>
            <SendKeys />
          </SubmitOrder>
        </Foot>
      }
    />
  );
}

/** Until a service with its own limits is chosen; the hint shows the usual minimum. */
const schema = orderFormSchema({ type: 'default', min: 1, max: MAX_QUANTITY });
const usual = { type: 'default', min: 100, max: MAX_QUANTITY } as const;

interface UnchosenFormProps extends FormProps {
  onMissing: () => void;
  onChoose: (service: Service) => void;
}

/** The fields before a service is chosen: Submit shows what is missing, the service first. */
export function UnchosenForm({ start, onTyped, onMissing, onChoose }: UnchosenFormProps) {
  const t = useStore(buyServiceTexts);
  const words = useStore(orderDialogTexts);
  const balanceNanos = useBalance();
  const values = { ...nothingTyped, ...start };
  const form = useSchemaForm<OrderValues, z.output<typeof schema>>(schema, values, { shouldFocusError: false });
  const typed = useTyped(form.control);
  useEffect(() => onTyped(typed), [typed, onTyped]);
  const submit = form.handleSubmit(onMissing, onMissing);
  const note = (
    <Text color="fg.muted" textStyle="sm" hideBelow="md">
      {t.chooseFirst}
    </Text>
  );
  return (
    <BuyLayout
      onKeyDown={sendOnlyOnCtrlEnter}
      onSubmit={(event) => void submit(event)}
      fields={<Fields form={form} service={usual} typed={typed} charge="" isPending={false} />}
      aside={<OfferedServices onChoose={onChoose} />}
      foot={
        <Foot chargeNanos={undefined} balanceNanos={balanceNanos} note={note}>
          <Button type="submit" colorPalette="brand" size="lg" w={{ xl: 'full' }}>
            {words.submit}
          </Button>
        </Foot>
      }
    />
  );
}

interface FootProps {
  chargeNanos: Nanos | null | undefined;
  balanceNanos: Nanos | undefined;
  note: ReactNode;
  /** The button. */
  children: ReactNode;
}

/** Sums and button: beside each other in the bar, below each other in the card. */
function Foot({ chargeNanos, balanceNanos, note, children }: FootProps) {
  const t = useStore(orderDialogTexts);
  return (
    <>
      {note}
      <Flex
        direction={{ base: 'row', xl: 'column' }}
        align={{ base: 'center', xl: 'stretch' }}
        gap="4"
        justify="space-between"
      >
        <OrderSums chargeLabel={t.price} chargeNanos={chargeNanos} balanceNanos={balanceNanos} isBrief />
        {children}
      </Flex>
    </>
  );
}

interface FieldsProps extends Pick<OrderFieldsProps, 'service' | 'typed'> {
  form: ReturnType<typeof useOrder>['form'];
  /** In dollars; empty while unknown. */
  charge: string;
  isPending: boolean;
  /** Below the quantity. */
  children?: ReactNode;
}

/** The fields of the service's type, its limits, and the resulting charge. */
function Fields({ form, service, typed, charge, isPending, children }: FieldsProps) {
  const t = useStore(buyServiceTexts);
  const words = useStore(orderDialogTexts);
  return (
    <>
      <OrderFields
        {...{ form, service, typed }}
        readOnly={isPending}
        quantity={() => (
          <Stack gap="3">
            <CountField
              form={form}
              name="quantity"
              label={words.quantity}
              // Plain digits, as typed.
              hint={t.limits({ min: limit(service.min), max: limit(service.max) })}
              enterKeyHint="done"
              readOnly={isPending}
            />
            {children}
          </Stack>
        )}
      />
      <TextField
        label={t.charge}
        name="charge"
        value={charge}
        readOnly
        placeholder="–"
        bg="bg.subtle"
        fontWeight="semibold"
        fontVariantNumeric="tabular-nums"
      />
    </>
  );
}

/** In English without separators. */
const limit = (count: number) => ($language.get() === 'en' ? String(count) : formatCount(count));
