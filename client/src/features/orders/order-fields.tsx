import { Alert, Button, type ButtonProps, Flex, List, Span, type SystemStyleObject } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../components/fields.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { sendShortcut } from '../../components/send-keys.tsx';
import { ServiceNumber } from '../../components/service-name.tsx';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { formatHours, formatMinutes } from '../../lib/format.ts';
import { AddBalanceButton } from './order-sums.tsx';
import type { Service, useOrder } from './use-order.ts';

interface LinkFieldProps extends Omit<ComponentProps<typeof TextField>, 'form' | 'label'> {
  form: Pick<UseFormReturn<{ link: string; quantity: string }>, 'register' | 'formState'>;
}

/** The link of an order. It has no `maxLength`, which would silently cut a long link. */
export function LinkField({ form: { register, formState }, ...input }: LinkFieldProps) {
  const t = useStore(orderDialogTexts);
  return (
    <TextField
      label={t.link}
      placeholder={t.linkHint}
      error={formState.errors.link}
      inputMode="url"
      enterKeyHint="next"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...register('link')}
      {...input}
    />
  );
}

interface PriceAndTimeProps {
  /** With the median time of recent orders, if there are enough. */
  service: Service & { measuredMinutes?: number | null };
  /** Puts the service's id before the price. */
  withNumber?: boolean;
}

/** A price, the average time and the measured one; each stays together if they do not fit on one line. */
export function PriceAndTime({ service, withNumber = false }: PriceAndTimeProps) {
  const t = useStore(orderDialogTexts);
  return (
    <Span display="block" overflow="clip">
      <Flex as="span" wrap="wrap" css={{ '& > span': beforeEach }} ms="-5">
        {withNumber && (
          <span>
            <ServiceNumber id={service.id} />
          </span>
        )}
        <span>
          <MoneyText priceMicros={service.priceMicros} /> {t.per1000}
        </span>
        <span>{t.avgTime({ time: formatHours(service.avgTimeHours) })}</span>
        {typeof service.measuredMinutes === 'number' && (
          <span>{t.measured({ time: formatMinutes(service.measuredMinutes) })}</span>
        )}
      </Flex>
    </Span>
  );
}

/** A dot before each part; at the beginning of a line it is outside, and cut off. */
const beforeEach: SystemStyleObject = {
  _before: { content: '"·" / ""', display: 'inline-block', w: '5', textAlign: 'center' },
};

type Order = Pick<ReturnType<typeof useOrder>, 'changes' | 'isPending' | 'shortNanos' | 'isUnanswered' | 'keepDraft'>;

/**
 * Submits the order. While the balance is too small, Add Balance takes its place; an unanswered try can always be sent again, because it
 * may be the reason for the small balance.
 */
export function SubmitOrder({ order, ...button }: ButtonProps & { order: Order }) {
  const t = useStore(orderDialogTexts);
  const { shortNanos, isPending, isUnanswered, keepDraft } = order;
  if (shortNanos > 0 && !isPending && !isUnanswered)
    return <AddBalanceButton shortNanos={shortNanos} size={button.size} w={button.w} onClick={keepDraft} />;
  return (
    <Button
      type="submit"
      colorPalette="brand"
      loading={isPending}
      loadingText={t.processing}
      aria-keyshortcuts={sendShortcut}
      {...button}
    />
  );
}

/** Messages to read before the next Submit: changes of the service, and an unanswered try. */
export function OrderNotes({ order: { changes, isUnanswered } }: { order: Order }) {
  const t = useStore(orderDialogTexts);
  return (
    <>
      {changes.length > 0 && (
        <Alert.Root status="warning" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t.changed}</Alert.Title>
            <Alert.Description>
              <List.Root ps="4" my="1">
                {changes.map((change) => (
                  <List.Item key={change}>{change}</List.Item>
                ))}
              </List.Root>
              {t.changedCheck}
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {isUnanswered && <UnansweredNote title={t.noAnswer} text={t.noAnswerText} />}
    </>
  );
}

export function UnansweredNote({ title, text }: { title: string; text: string }) {
  return (
    <Alert.Root status="info" role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>{text}</Alert.Description>
      </Alert.Content>
    </Alert.Root>
  );
}
