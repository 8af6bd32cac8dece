import { Box, Button, Dialog, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AppLink } from '../../../components/app-link.tsx';
import { FactChips } from '../../../components/fact-chips.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { SendKeys } from '../../../components/send-keys.tsx';
import { ServiceImage } from '../../../components/service-image.tsx';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { entryPath } from '../../../lib/entry.ts';
import { sendOnlyOnCtrlEnter } from '../../../lib/form.ts';
import { localName } from '../../../lib/local-name.ts';
import { session, useSession } from '../../../lib/session.ts';
import { showError } from '../../../lib/toasts/toasts.ts';
import { OrderFields, OrderNotes, PriceAndTime, SubmitOrder } from '../order-fields.tsx';
import { OrderSums, ShortNote } from '../order-sums.tsx';
import { QuantityField } from '../quantity-field.tsx';
import { type Placed, type Service, useOrder } from '../use-order.ts';

interface OrderFormProps {
  service: Service;
  /** False while the dialog closes. */
  isShown: boolean;
  onPlaced: (placed: Placed) => void;
  onCancel: () => void;
  onBusyChange: (isBusy: boolean) => void;
}

/** Marks the element that gets the focus when the dialog opens. */
const autofocus = { 'data-autofocus': '' };

/** The fields of one order, with its current price. */
export function OrderForm({ service, isShown, onPlaced, onCancel, onBusyChange }: OrderFormProps) {
  const t = useStore(orderDialogTexts);
  const { min, max } = service;
  const order = useOrder({ service, empty: { link: '', quantity: String(min) }, isShown, onPlaced });
  const { form, isPending, chargeNanos } = order;
  const hasLink = order.typed.link.trim() !== '';
  const isShort = order.shortNanos > 0;
  const whyId = useId();
  const { signedIn } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const entry = entryPath(pathname + search);
  const entersByLogin = session.wasEverStarted();

  // With a mouse the link gets the focus; on touch screens the title, because a keyboard would cover half of the dialog.
  const title = useRef<HTMLHeadingElement>(null);
  const [isMouse] = useState(() => window.matchMedia('(pointer: fine)').matches);
  useEffect(() => {
    if (isMouse) form.setFocus('link');
    else title.current?.focus();
  }, [form, isMouse]);

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
          if (hasLink && signedIn) return void order.submit(event);
          // Submit is disabled, but Ctrl-Enter gets here.
          event.preventDefault();
          if (!signedIn) return void navigate(entry);
          void showError(t.linkRequired, t.linkRequiredText);
        }}
      >
        <Dialog.Header pe="14" pb="3">
          <Flex gap="3" align="center" minW="0">
            <ServiceImage service={service} size={48} />
            <Box minW="0">
              <Dialog.Title ref={title} tabIndex={-1} outline="0" overflowWrap="anywhere" {...(!isMouse && autofocus)}>
                {t.orderFor({ service: localName(service) })}
              </Dialog.Title>
              <Text color="fg.muted" mt="1">
                <PriceAndTime service={service} withNumber />
              </Text>
            </Box>
          </Flex>
        </Dialog.Header>
        <Dialog.Body overflowY="auto" pt="1">
          <Stack gap="5">
            <FactChips service={service} />
            <OrderNotes order={order} />
            <OrderFields
              {...{ form, service }}
              typed={order.typed}
              readOnly={isPending}
              link={isMouse && autofocus}
              quantity={() => (
                <QuantityField
                  form={form}
                  value={order.typed.quantity}
                  min={min}
                  max={max}
                  disabled={isPending}
                  onChange={order.setQuantity}
                />
              )}
            />
            {signedIn && (
              <Box borderWidth="1px" borderRadius="l2" px="4" py="3">
                <OrderSums chargeNanos={chargeNanos} balanceNanos={order.balanceNanos} />
              </Box>
            )}
            <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line">
              {service.description}
            </Text>
          </Stack>
        </Dialog.Body>
        <Dialog.Footer
          borderTopWidth="1px"
          flexWrap="wrap"
          py="3"
          pb="max(0.75rem, env(safe-area-inset-bottom))"
          gap="2"
        >
          <FootNote id={whyId} order={order} hasLink={hasLink} />
          <Box me="auto" aria-live="polite" aria-atomic>
            <Text textStyle="xs" color="fg.muted">
              {t.price}
            </Text>
            <Text textStyle="xl" lineHeight="1.2" fontWeight="semibold">
              {chargeNanos === undefined ? '–' : chargeNanos === null ? t.tooLarge : <MoneyText nanos={chargeNanos} />}
            </Text>
          </Box>
          {/* Wraps below a long price. */}
          <Flex gap="2" ms="auto" align="center">
            {signedIn && hasLink && !isShort && <SendKeys me="1" />}
            <Button variant="ghost" disabled={isPending} onClick={onCancel}>
              {t.cancel}
            </Button>
            {signedIn ? (
              <SubmitOrder order={order} disabled={!hasLink} aria-describedby={hasLink ? undefined : whyId} />
            ) : (
              <Button asChild colorPalette="brand">
                <AppLink to={entry}>{entersByLogin ? t.login : t.register}</AppLink>
              </Button>
            )}
          </Flex>
        </Dialog.Footer>
      </form>
    </Flex>
  );
}

interface FootNoteProps {
  id: string;
  order: ReturnType<typeof useOrder>;
  hasLink: boolean;
}

/** What is missing for the order, next to the button that goes on. */
function FootNote({ id, order, hasLink }: FootNoteProps) {
  const t = useStore(orderDialogTexts);
  const { signedIn } = useSession();
  if (order.shortNanos > 0) return <ShortNote shortNanos={order.shortNanos} />;
  if (signedIn && hasLink) return null;
  return (
    <Text id={id} w="full" textStyle="sm" color="fg.muted">
      {signedIn ? t.fillLinkFirst : t.keptForAccount}
    </Text>
  );
}
