import { Dialog, Field, Flex, Input, Span, Stack, Text } from '@chakra-ui/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { chargeFor } from '../../../../shared/money.ts';
import { orderLink } from '../../../../shared/orders.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { useBalance } from '../../lib/balance.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { formatCount, formatHours } from '../../lib/format.ts';
import { showError } from '../../lib/notices/notices.ts';
import { useSession } from '../../lib/session.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { parseInteger, typedInteger } from '../../lib/typed-numbers.ts';
import { DialogFoot } from './dialog-foot.tsx';
import { forgetOrderDraft, keepOrderDraft, readOrderDraft } from './order-draft.ts';
import { OrderNotes } from './order-notes.tsx';
import { OrderSums } from './order-sums.tsx';
import { QuantityField } from './quantity-field.tsx';
import { usePlaceOrder } from './use-place-order.ts';
import { useServiceChanges } from './use-service-changes.ts';

type Service = Outputs['services']['get'];

interface OrderFormProps {
  service: Service;
  onPlaced: (placed: Outputs['orders']['place']) => void;
  onCancel: () => void;
  onBusyChange: (isBusy: boolean) => void;
}

/** Link and quantity for one service, with its price as it would be charged now. */
export function OrderForm({ service, onPlaced, onCancel, onBusyChange }: OrderFormProps) {
  const { id: serviceId, min, max, priceMicros } = service;
  const userId = useSession().user?.id ?? 0;
  const schema = useMemo(() => orderFormSchema(min, max), [min, max]);
  const form = useSchemaForm(schema, readOrderDraft({ userId, serviceId }) ?? { link: '', quantity: String(min) });
  const [link, typedQuantity] = useWatch({ control: form.control, name: ['link', 'quantity'] });
  const { place, isPending, unansweredId } = usePlaceOrder({ service, userId, form, onPlaced });
  const { changes, accept } = useServiceChanges(service);
  const balanceNanos = useBalance();
  const quantity = parseInteger(typedQuantity);
  const isInRange = quantity !== null && quantity >= min && quantity <= max;
  const chargeNanos = isInRange ? chargeFor(quantity, priceMicros) : undefined;
  const { errors } = form.formState;
  const title = useRef<HTMLHeadingElement>(null);
  /** A finger that opens the dialog wants to read it first, not to have a keyboard slide over half of it. */
  const [isMouse] = useState(() => window.matchMedia('(pointer: fine)').matches);
  const isShort = balanceNanos !== undefined && typeof chargeNanos === 'number' && balanceNanos < chargeNanos;
  const hasLink = link.trim() !== '';

  useEffect(() => {
    onBusyChange(isPending);
    return () => onBusyChange(false);
  }, [isPending, onBusyChange]);
  useEffect(() => {
    if (isMouse) form.setFocus('link');
    else title.current?.focus();
  }, [form, isMouse]);
  useEffect(() => {
    const of = { userId, serviceId };
    const isUntouched = link === '' && typedQuantity === String(min);
    if (isUntouched) forgetOrderDraft(of);
    else keepOrderDraft(of, { link, quantity: typedQuantity, requestId: unansweredId });
  }, [link, typedQuantity, min, unansweredId, userId, serviceId]);

  const submit = form.handleSubmit(async (values) => {
    accept();
    await place(values);
  });
  /** A disabled Submit keeps Enter from doing anything, which would leave people wondering. */
  const explainMissingLink = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || hasLink) return;
    event.preventDefault();
    void showError('Link Required', 'Please provide a valid link before submitting.');
  };

  return (
    <Flex asChild direction="column" flex="1" minH="0">
      <form noValidate onSubmit={(event) => void submit(event)} aria-busy={isPending}>
        <Dialog.Header display="block" pe="14" pb="3">
          <Dialog.Title ref={title} tabIndex={-1} outline="0" overflowWrap="anywhere" {...autofocus(!isMouse)}>
            Order for {service.name}
          </Dialog.Title>
          <Text color="fg.muted" mt="1">
            <MoneyText priceMicros={priceMicros} /> per 1000
            <Span mx="2" aria-hidden>
              ·
            </Span>
            Avg. Time {formatHours(service.avgTimeHours)}
          </Text>
        </Dialog.Header>
        <Dialog.Body overflowY="auto" pt="1">
          <Stack gap="5">
            <OrderNotes changes={changes} isUnanswered={unansweredId !== undefined} />
            <Field.Root invalid={Boolean(errors.link)}>
              <Field.Label>Link</Field.Label>
              <Input
                {...form.register('link')}
                {...autofocus(isMouse)}
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={2048}
                readOnly={isPending}
                onKeyDown={explainMissingLink}
                placeholder="https://… or @username"
              />
              {errors.link?.message && <Field.ErrorText>{errors.link.message}</Field.ErrorText>}
            </Field.Root>
            <QuantityField
              ref={form.register('quantity').ref}
              value={typedQuantity}
              min={min}
              max={max}
              disabled={isPending}
              error={errors.quantity?.message}
              onChange={(value) => form.setValue('quantity', value, { shouldDirty: true, shouldValidate: true })}
              onBlur={() => void form.trigger('quantity')}
              onKeyDown={explainMissingLink}
            />
            <OrderSums chargeNanos={chargeNanos} balanceNanos={balanceNanos} />
            <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line">
              {service.description}
            </Text>
          </Stack>
        </Dialog.Body>
        <DialogFoot
          chargeNanos={chargeNanos}
          canSubmit={hasLink}
          isPending={isPending}
          isShort={isShort}
          isChanged={changes.length > 0}
          onCancel={onCancel}
        />
      </form>
    </Flex>
  );
}

/** The dialog puts the focus on what bears this when it opens. */
function autofocus(isFirst: boolean) {
  return isFirst ? { 'data-autofocus': '' } : {};
}

function orderFormSchema(min: number, max: number) {
  const outOfRange = `Quantity must be between ${formatCount(min)} and ${formatCount(max)}`;
  return z.object({
    link: orderLink,
    quantity: typedInteger(
      z.int().min(min, outOfRange).max(max, outOfRange),
      'Quantity is required',
      'Quantity must be a whole number',
    ),
  });
}
