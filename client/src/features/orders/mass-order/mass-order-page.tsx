import { Alert, Button, Field, Flex, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { nanos } from '#shared/money.ts';
import { MAX_ORDER_LINES } from '#shared/order-lines.ts';
import { TextAreaField } from '../../../components/fields.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SendKeys, sendShortcut } from '../../../components/send-keys.tsx';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { useBalance } from '../../../lib/balance.ts';
import { readError } from '../../../lib/errors.ts';
import { sendOnlyOnCtrlEnter } from '../../../lib/form.ts';
import { useSession } from '../../../lib/session.ts';
import { UnansweredNote } from '../order-fields.tsx';
import { OrderSums } from '../order-sums.tsx';
import { ServiceCombobox } from '../service-combobox.tsx';
import { CheckedRows, ResultRows } from './line-rows.tsx';
import { keepMassDraft, readMassDraft, type SentLine } from './mass-draft.ts';
import { areTooMany, parseLines, type TypedLine, withService } from './parse-lines.ts';
import { type Check, useCheckedLines } from './use-checked-lines.ts';
import { usePlaceLines } from './use-place-lines.ts';

/** Many orders at once, one per line. Charges appear while typing; each line is placed or refused separately. */
export default function MassOrderPage() {
  const userId = useSession().user?.id ?? 0;
  return <MassOrderForm key={userId} userId={userId} />;
}

const EXAMPLE = '12 | https://facebook.com/page | 1000';

function MassOrderForm({ userId }: { userId: number }) {
  const t = useStore(massOrderTexts);
  const [text, setText] = useState(() => readMassDraft(userId).text);
  const { isPending, isUnanswered, results, forgetResults, place } = usePlaceLines(userId, setText);
  const isHeld = isPending || isUnanswered;
  const typed = useDeferredValue(text);
  const lines = useMemo(() => parseLines(typed), [typed]);
  const { check, isCurrent, error, askAgain } = useCheckedLines(lines, !isHeld);
  const acceptable = useMemo(() => (isCurrent && check ? linesToSend(lines, check) : []), [lines, check, isCurrent]);
  const left = lines.length - acceptable.length;
  const balanceNanos = useBalance() ?? check?.answer.balanceNanos;
  const totalNanos = lines.length > 0 ? check?.answer.totalNanos : nanos(0);
  const missing = missingStep(lines, acceptable, isCurrent && text === typed);

  const box = useRef<HTMLTextAreaElement>(null);
  /** The caret's position in the box; its end before the first visit. */
  const caret = useRef<number>(undefined);
  const [picks, setPicks] = useState(0);
  const pick = (serviceId: number) => {
    const next = withService(text, caret.current ?? text.length, serviceId);
    setText(next.text);
    caret.current = next.caret;
    // A new, empty combobox for the next one.
    setPicks(picks + 1);
  };
  useEffect(() => {
    if (picks === 0) return;
    const at = caret.current ?? 0;
    // The combobox takes the focus back in the next frame.
    const frame = requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(at, at);
    });
    return () => cancelAnimationFrame(frame);
  }, [picks]);

  useEffect(() => keepMassDraft(userId, { text: typed }), [userId, typed]);

  return (
    <>
      <PageHeading title={t.heading} text={t.headingText} />
      <Stack gap="5" maxW="4xl">
        {results.length > 0 && <ResultRows results={results} onForget={forgetResults} />}
        <Stack asChild gap="5">
          <form
            noValidate
            aria-busy={isPending}
            onKeyDown={sendOnlyOnCtrlEnter}
            onSubmit={(event) => {
              event.preventDefault();
              if (isUnanswered || missing === null) void place(typed, acceptable);
            }}
          >
            {isUnanswered && <UnansweredNote title={t.noAnswer} text={t.noAnswerText} />}
            {!isHeld && (
              <Field.Root maxW="lg">
                <ServiceCombobox key={picks} label={t.pick} serviceId={null} onChoose={({ id }) => pick(id)} />
                <Field.HelperText>{t.pickHint}</Field.HelperText>
              </Field.Root>
            )}
            <TextAreaField
              ref={box}
              label={t.box}
              hint={t.boxHint({ max: MAX_ORDER_LINES })}
              placeholder={EXAMPLE}
              autoresize={false}
              rows={8}
              resize="vertical"
              fontFamily="mono"
              spellCheck={false}
              autoCapitalize="none"
              autoCorrect="off"
              autoComplete="off"
              readOnly={isHeld}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onSelect={({ currentTarget }) => {
                caret.current = currentTarget.selectionStart;
              }}
            />
            {lines.length > 0 && <CheckedRows lines={lines} check={check} />}
            {Boolean(error) && (
              <Alert.Root status="warning" role="alert">
                <Alert.Indicator />
                <Alert.Content>
                  <Alert.Title>{t.notChecked}</Alert.Title>
                  <Alert.Description>{readError(error).message}</Alert.Description>
                </Alert.Content>
                <Button variant="outline" size="sm" onClick={askAgain}>
                  {t.checkAgain}
                </Button>
              </Alert.Root>
            )}
            <Flex justify="space-between" align="baseline" gap="4" px="4">
              <Text fontWeight="semibold">{t.total}</Text>
              <Text textStyle="xl" fontWeight="semibold" aria-live="polite">
                {totalNanos === undefined ? '$…' : <MoneyText nanos={totalNanos} />}
              </Text>
            </Flex>
            <OrderSums chargeNanos={totalNanos} balanceNanos={balanceNanos} />
            <Stack gap="2">
              <Button
                type="submit"
                size="lg"
                colorPalette="brand"
                disabled={!isUnanswered && missing !== null}
                loading={isPending}
                loadingText={t.processing}
                aria-describedby="mass-order-missing-step"
                aria-keyshortcuts={sendShortcut}
              >
                {isUnanswered ? t.sendAgain : acceptable.length > 0 ? t.place({ count: acceptable.length }) : t.submit}{' '}
                <SendKeys />
              </Button>
              <Text id="mass-order-missing-step" textStyle="sm" color="fg.muted" aria-live="polite">
                {isHeld ? null : (missing ?? (left > 0 && t.toMend({ count: left })))}
              </Text>
            </Stack>
          </form>
        </Stack>
      </Stack>
    </>
  );
}

/** Why Submit is disabled, in a sentence; null if it is enabled. */
function missingStep(lines: readonly TypedLine[], acceptable: readonly SentLine[], isChecked: boolean): string | null {
  const t = massOrderTexts.get();
  if (lines.length === 0) return t.nothingTyped;
  if (areTooMany(lines)) return t.tooMany({ count: lines.length, max: MAX_ORDER_LINES });
  if (lines.every(({ order }) => order === null)) return t.noneAcceptable;
  if (!isChecked) return t.checking;
  return acceptable.length === 0 ? t.noneAcceptable : null;
}

/** The lines that the server would accept, each with the displayed charge. */
function linesToSend(lines: readonly TypedLine[], { byNumber }: Check): SentLine[] {
  return lines.flatMap(({ number, text, order }) => {
    const checked = byNumber.get(number);
    if (!order || !checked || !('chargeNanos' in checked)) return [];
    return [{ number, text, order: { ...order, expectedChargeNanos: checked.chargeNanos } }];
  });
}
