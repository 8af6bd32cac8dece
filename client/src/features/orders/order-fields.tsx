import { Alert, Button, type ButtonProps, Flex, List, Span, Textarea } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Fragment, type ReactNode, useMemo } from 'react';
import { linesOf, MAX_COMMENTS } from '#shared/comment-lines.ts';
import type { OrderField } from '#shared/order-fields.ts';
import type { ServiceTarget } from '#shared/paste/fit.ts';
import { readLink, shortened } from '#shared/paste/link.ts';
import { ruleOf } from '#shared/service-types.ts';
import { FieldFrame } from '../../components/fields.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { ReadField, type Reading } from '../../components/read-field.tsx';
import { sendShortcut } from '../../components/send-keys.tsx';
import { ServiceNumber } from '../../components/service-name.tsx';
import { linkFitTexts } from '../../i18n/en/link-fit.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { orderPartsTexts } from '../../i18n/en/order-parts.ts';
import { formatHours, formatMinutes } from '../../lib/format.ts';
import type { OrderValues } from '../../lib/order-draft.ts';
import { linkNote } from './link-words.ts';
import { AddBalanceButton } from './order-sums.tsx';
import { unitOf } from './unit-of.ts';
import type { Service, useOrder } from './use-order.ts';

export interface OrderFieldsProps {
  form: ReturnType<typeof useOrder>['form'];
  service: Pick<Service, 'type' | 'min' | 'max'> & Partial<ServiceTarget>;
  typed: OrderValues;
  readOnly: boolean;
  /** More attributes of the link's input. */
  link?: object | false;
  /** Renders the entered quantity, which each form has in its own way. */
  quantity: () => ReactNode;
}

/** The fields of an order of this service, in the sequence of the table of fields. */
export function OrderFields({ link, quantity, ...field }: OrderFieldsProps) {
  const t = useStore(orderDialogTexts);
  useStore(linkFitTexts);
  const { form, service, readOnly } = field;
  const fields: Record<OrderField, ReactNode> = {
    link: (
      // Without a `maxLength`, which would silently cut a long link.
      <ReadField
        form={form}
        name="link"
        read={linksIn}
        label={t.link}
        placeholder={t.linkHint}
        hint={
          <Span overflowWrap="anywhere" whiteSpace="pre-line">
            {linkNote(field.typed.link, service)}
          </Span>
        }
        inputMode="url"
        enterKeyHint="next"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={readOnly}
        {...link}
      />
    ),
    quantity: ruleOf(service.type).quantity === 'entered' && quantity(),
    comments: ruleOf(service.type).takesComments && <CommentsField {...field} />,
  };
  return Object.entries(fields).map(([name, each]) => <Fragment key={name}>{each}</Fragment>);
}

/** Of two links in a text, either may be meant. */
function linksIn(typed: string): Reading {
  const read = readLink(typed);
  return { choices: 'links' in read ? read.links?.map((link) => [link, shortened(link)]) : undefined };
}

/** The comments of an order, one a line, with their number. */
function CommentsField({
  form: { register, formState },
  service,
  typed,
  readOnly,
}: Omit<OrderFieldsProps, 'quantity'>) {
  const t = useStore(orderDialogTexts);
  const words = useStore(orderPartsTexts);
  const { quantity } = ruleOf(service.type);
  const count = useMemo(() => linesOf(typed.comments).length, [typed.comments]);
  const max = quantity === 'comments' ? Math.min(service.max, MAX_COMMENTS) : MAX_COMMENTS;
  return (
    <FieldFrame
      label={t.comments}
      error={formState.errors.comments}
      hint={
        <Flex as="span" justify="space-between" columnGap="4" wrap="wrap" fontVariantNumeric="tabular-nums">
          <Span aria-live="polite" {...(count > 0 && { color: 'fg', fontWeight: 'semibold' })}>
            {words.count({ count })}
          </Span>
          <Span>
            {quantity === 'comments' && `${t.minOf({ count: service.min })} · `}
            {t.maxOf({ count: max })}
          </Span>
        </Flex>
      }
    >
      <Textarea
        rows={6}
        resize="vertical"
        maxH="60dvh"
        autoComplete="off"
        dir="auto"
        readOnly={readOnly}
        {...register('comments')}
      />
    </FieldFrame>
  );
}

interface PriceAndTimeProps {
  /** With the median time of recent orders and their number, if there are enough. */
  service: Service & { measuredMinutes?: number | null; measuredOn?: number | null };
  /** Puts the service's id before the price. */
  withNumber?: boolean;
}

/** A price, the average time and the measured one; a line breaks between them. */
export function PriceAndTime({ service, withNumber = false }: PriceAndTimeProps) {
  const t = useStore(orderDialogTexts);
  const { measuredMinutes, measuredOn } = service;
  return (
    <Span display="block" overflowX="clip">
      <Span display="flex" flexWrap="wrap" ms="-5">
        {withNumber && (
          <Fact>
            <ServiceNumber id={service.id} />
          </Fact>
        )}
        <Fact>
          <MoneyText priceMicros={service.priceMicros} /> {unitOf(service.per)}
        </Fact>
        <Fact>{t.avgTime({ time: formatHours(service.avgTimeHours) })}</Fact>
        {typeof measuredMinutes === 'number' && typeof measuredOn === 'number' && (
          <Fact>{t.measured({ time: formatMinutes(measuredMinutes), count: measuredOn })}</Fact>
        )}
      </Span>
    </Span>
  );
}

/** With a dot before it, which is clipped where it begins a line. */
function Fact({ children }: { children: ReactNode }) {
  return (
    <Span position="relative" ps="5">
      <Span position="absolute" insetStart="0" w="5" textAlign="center" aria-hidden>
        ·
      </Span>
      {children}
    </Span>
  );
}

type Order = Pick<ReturnType<typeof useOrder>, 'changes' | 'isPending' | 'shortNanos' | 'isUnanswered' | 'keepDraft'>;

/**
 * Submits the order. While the balance is too small, Add Balance takes its place; an unanswered try can always be sent again, because it
 * may be the reason for the small balance.
 */
export function SubmitOrder({ order, children, ...button }: ButtonProps & { order: Order }) {
  const t = useStore(orderDialogTexts);
  const { changes, shortNanos, isPending, isUnanswered, keepDraft } = order;
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
    >
      {changes.length > 0 ? t.confirm : t.submit} {children}
    </Button>
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
