import { Dialog, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect } from 'react';
import { chargeFor } from '../../../../shared/money.ts';
import { TextField } from '../../components/fields.tsx';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { useBalance } from '../../lib/balance.ts';
import { showError } from '../../lib/notices/notices.ts';
import { useSession } from '../../lib/session.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { parseInteger } from '../../lib/typed-numbers.ts';
import { DialogFoot } from './dialog-foot.tsx';
import { OrderHeading } from './order-heading.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderSums } from './order-sums.tsx';
import { QuantityField } from './quantity-field.tsx';
import { useFirstFocus } from './use-first-focus.ts';
import { useKeptDraft, useOrderForm } from './use-order-form.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { useServiceChanges } from './use-service-changes.ts';

type Service = Outputs['services']['get'];

interface OrderFormProps {
  service: Service;
  /** Not while the dialog closes. */
  isShown: boolean;
  onPlaced: (placed: Outputs['orders']['place']) => void;
  onCancel: () => void;
  onBusyChange: (isBusy: boolean) => void;
}

/** Link and quantity for one service, with its price as it would be charged now. */
export function OrderForm({ service, isShown, onPlaced, onCancel, onBusyChange }: OrderFormProps) {
  const t = useStore(orderDialogTexts);
  const { min, max } = service;
  const of = { userId: useSession().user?.id ?? 0, serviceId: service.id };
  const { form, link, quantity } = useOrderForm(service, of);
  const { place, isPending, unansweredId } = usePlaceOrder({ service, of, form, isShown, onPlaced });
  const { changes, accept } = useServiceChanges(service);
  const { register, setValue, trigger, handleSubmit, formState } = form;
  const balanceNanos = useBalance();
  const chargeNanos = chargeOf(service, quantity);
  const isShort = balanceNanos !== undefined && typeof chargeNanos === 'number' && balanceNanos < chargeNanos;
  const hasLink = link.trim() !== '';
  const { title, titleProps, linkProps } = useFirstFocus(form);

  useKeptDraft(of, { link, quantity, requestId: unansweredId }, min);
  useEffect(() => {
    onBusyChange(isPending);
    return () => onBusyChange(false);
  }, [isPending, onBusyChange]);

  const submit = handleSubmit(async (values) => {
    accept();
    await place(values);
  });
  /** A disabled Submit keeps Enter from doing anything, which would leave people wondering. */
  const explainMissingLink = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || hasLink) return;
    event.preventDefault();
    void showError(t.linkRequired, t.linkRequiredText);
  };

  return (
    <Flex asChild direction="column" flex="1" minH="0">
      <form noValidate onSubmit={(event) => void submit(event)} aria-busy={isPending}>
        <OrderHeading ref={title} service={service} {...titleProps} />
        <Dialog.Body overflowY="auto" pt="1">
          <Stack gap="5">
            <OrderNotes changes={changes} isUnanswered={unansweredId !== undefined} />
            <TextField
              label={t.link}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={2048}
              readOnly={isPending}
              onKeyDown={explainMissingLink}
              placeholder={t.linkHint}
              error={formState.errors.link}
              {...register('link')}
              {...linkProps}
            />
            <QuantityField
              ref={register('quantity').ref}
              value={quantity}
              min={min}
              max={max}
              disabled={isPending}
              error={formState.errors.quantity?.message}
              onChange={(value) => setValue('quantity', value, { shouldDirty: true, shouldValidate: true })}
              onBlur={() => void trigger('quantity')}
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

/** What a typed quantity would cost now; null where that is beyond what can be charged, undefined where it can't be ordered. */
function chargeOf({ priceMicros, min, max }: Service, typed: string): ReturnType<typeof chargeFor> | undefined {
  const quantity = parseInteger(typed);
  const isInRange = quantity !== null && quantity >= min && quantity <= max;
  return isInRange ? chargeFor(quantity, priceMicros) : undefined;
}
