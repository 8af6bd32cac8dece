import { Dialog, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { sendOnlyOnCtrlEnter } from '../../../lib/form.ts';
import { showError } from '../../../lib/notices/notices.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { LinkField } from '../link-field.tsx';
import { OrderNotes } from '../order-notes.tsx';
import { OrderSums } from '../order-sums.tsx';
import { QuantityField } from '../quantity-field.tsx';
import { useServiceOrder } from '../use-service-order.ts';
import { DialogFoot } from './dialog-foot.tsx';
import { OrderHeading } from './order-heading.tsx';
import { useFirstFocus } from './use-first-focus.ts';

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
  const order = useServiceOrder({ service, empty: { link: '', quantity: String(min) }, isShown, onPlaced });
  const { form, link, quantity, submit, isPending, changes, chargeNanos } = order;
  const { register, trigger, formState } = form;
  const hasLink = link.trim() !== '';
  const { title, titleProps, linkProps } = useFirstFocus(form);

  useEffect(() => {
    onBusyChange(isPending);
    return () => onBusyChange(false);
  }, [isPending, onBusyChange]);

  return (
    <Flex asChild direction="column" flex="1" minH="0">
      <form
        noValidate
        aria-busy={isPending}
        onKeyDown={sendOnlyOnCtrlEnter}
        onSubmit={(event) => {
          if (hasLink) return void submit(event);
          // Submit is disabled, and Ctrl-Enter would leave people wondering.
          event.preventDefault();
          void showError(t.linkRequired, t.linkRequiredText);
        }}
      >
        <OrderHeading ref={title} service={service} {...titleProps} />
        <Dialog.Body overflowY="auto" pt="1">
          <Stack gap="5">
            <OrderNotes changes={changes} isUnanswered={order.isUnanswered} />
            <LinkField
              label={t.link}
              readOnly={isPending}
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
              onChange={order.setQuantity}
              onBlur={() => void trigger('quantity')}
            />
            <OrderSums chargeNanos={chargeNanos} balanceNanos={order.balanceNanos} />
            <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line">
              {service.description}
            </Text>
          </Stack>
        </Dialog.Body>
        <DialogFoot
          chargeNanos={chargeNanos}
          canSubmit={hasLink}
          isPending={isPending}
          isShort={order.isShort}
          isChanged={changes.length > 0}
          onCancel={onCancel}
        />
      </form>
    </Flex>
  );
}
