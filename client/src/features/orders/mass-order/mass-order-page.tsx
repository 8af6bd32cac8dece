import { Box, Field, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type SyntheticEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type Nanos, nanos, sum } from '#shared/money.ts';
import { MAX_ORDER_LINES } from '#shared/order-lines.ts';
import { PageHeading } from '../../../components/page-heading.tsx';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { useBalance } from '../../../lib/balance.ts';
import { sendOnlyOnCtrlEnter } from '../../../lib/form.ts';
import { useSession } from '../../../lib/session.ts';
import { UnansweredNote } from '../order-fields.tsx';
import { OrderFoot } from '../order-sums.tsx';
import { ServiceCombobox } from '../service-combobox.tsx';
import { EXAMPLE, FormatHelp } from './format-help.tsx';
import { CheckedRows, ResultRows } from './line-rows.tsx';
import { LinesBox, selectLine } from './lines-box.tsx';
import { keepMassText, markSent, readMassText, type SentLine, wasSentElsewhere } from './mass-draft.ts';
import { CheckFailed, MassFoot, SentElsewhereNote } from './mass-foot.tsx';
import {
  areTooMany,
  type PickedService,
  plainLine,
  type TypedLine,
  type Types,
  withLine,
  withService,
} from './parse-lines.ts';
import { type Check, useCheckedLines } from './use-checked-lines.ts';
import { usePlaceLines } from './use-place-lines.ts';

/** Many orders at once, one per line. Charges appear while typing; each line is placed or refused separately. */
export default function MassOrderPage() {
  const userId = useSession().user?.id ?? 0;
  return <MassOrderForm key={userId} userId={userId} />;
}

function MassOrderForm({ userId }: { userId: number }) {
  const t = useStore(massOrderTexts);
  const [text, setText] = useState(() => readMassText(userId));
  const [mayBeSent, setMayBeSent] = useState(() => wasSentElsewhere(userId));
  const { isPending, isUnanswered, results, forgetResults, place } = usePlaceLines(userId, setText);
  const isHeld = isPending || isUnanswered;
  const typed = useDeferredValue(text);
  const { lines, types, learn, check, isCurrent, error, confirmMisfit, askAgain } = useCheckedLines(typed, !isHeld);
  const acceptable = useMemo(() => (isCurrent && check ? linesToSend(lines, check) : []), [lines, check, isCurrent]);
  const wrong = isCurrent && check ? check.faulty : noLines;
  const faultyFirst = useMemo(() => {
    const isFaulty = ({ number }: TypedLine) => check?.faulty.has(number) ?? false;
    return [...lines.filter(isFaulty), ...lines.filter((line) => !isFaulty(line))];
  }, [lines, check]);
  const balanceNanos = useBalance() ?? check?.balanceNanos;
  const totalNanos = useMemo(() => totalOf(lines, check), [lines, check]);
  const missing = missingStep(lines, acceptable, isCurrent && text === typed);
  const { box, picks, pick } = usePick(text, setText, types);

  useEffect(() => keepMassText(userId, typed), [userId, typed]);

  return (
    <>
      <PageHeading title={t.heading} text={t.headingText} />
      <Stack gap="6">
        {results.length > 0 && <ResultRows results={results} onForget={forgetResults} />}
        <Box
          asChild
          display={{ base: 'flex', xl: 'grid' }}
          flexDirection="column"
          gridTemplateColumns="minmax(0, 1fr) 22rem"
          gap={{ base: '5', xl: '6' }}
          alignItems={{ base: 'stretch', xl: 'start' }}
        >
          <form
            noValidate
            aria-busy={isPending}
            onKeyDown={sendOnlyOnCtrlEnter}
            onSubmit={(event) => {
              event.preventDefault();
              if (isUnanswered || missing === null) void place(typed, acceptable);
            }}
          >
            <Stack gap="5" w="full" minW="0">
              {isUnanswered && <UnansweredNote title={t.noAnswer} text={t.noAnswerText} />}
              {mayBeSent && !isHeld && <SentElsewhereNote />}
              {!isHeld && (
                <Field.Root>
                  <ServiceCombobox
                    key={picks}
                    label={t.pick}
                    serviceId={null}
                    onChoose={(service) => {
                      learn([[service.id, service.type]]);
                      pick(service);
                    }}
                  />
                  <Field.HelperText>{t.pickHint}</Field.HelperText>
                </Field.Root>
              )}
              <LinesBox
                {...box}
                label={t.box}
                hint={t.boxHint({ max: MAX_ORDER_LINES })}
                placeholder={EXAMPLE}
                readOnly={isHeld}
                wrong={wrong}
                value={text}
                onChange={(event) => {
                  setText(event.target.value);
                  if (mayBeSent) markSent(userId, false);
                  setMayBeSent(false);
                }}
              />
              {lines.length > 0 && (
                <CheckedRows
                  {...{ types, check }}
                  lines={faultyFirst}
                  {...(!isHeld && {
                    onConfirm: (line) => confirmMisfit(line.text),
                    onChoose: (line, order) => setText(withLine(text, line, plainLine(order))),
                  })}
                />
              )}
              {Boolean(error) && <CheckFailed error={error} onRetry={askAgain} />}
            </Stack>
            <Stack
              display={{ base: 'contents', xl: 'flex' }}
              gap="5"
              position={{ xl: 'sticky' }}
              top="calc(var(--under-bar) + 2rem)"
            >
              <OrderFoot>
                <MassFoot
                  {...{ totalNanos, balanceNanos, missing, isPending, isUnanswered }}
                  count={acceptable.length}
                  left={lines.length - acceptable.length}
                  faulty={wrong.size}
                  onMend={() => box.ref.current && selectLine(box.ref.current, Math.min(...wrong))}
                />
              </OrderFoot>
              <FormatHelp />
            </Stack>
          </form>
        </Box>
      </Stack>
    </>
  );
}

const noLines: ReadonlySet<number> = new Set();

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
function linesToSend(lines: readonly TypedLine[], { answerFor }: Check): SentLine[] {
  return lines.flatMap((line) => {
    const { number, text, order } = line;
    const checked = answerFor(line);
    if (!order || !checked || !('chargeNanos' in checked)) return [];
    return [{ number, text, order: { ...order, expectedChargeNanos: checked.chargeNanos } }];
  });
}

/** The charges of the lines that are checked as they are now; undefined before the first check. */
function totalOf(lines: readonly TypedLine[], check: Check | null): Nanos | undefined {
  if (lines.length === 0) return nanos(0);
  if (!check) return undefined;
  const answers = lines.map((line) => (line.order ? check.answerFor(line) : undefined));
  return sum(answers.flatMap((answer) => (answer && 'chargeNanos' in answer ? answer.chargeNanos : [])));
}

/** Puts picked services into the line at the caret of the box, which then has the focus again. */
function usePick(text: string, setText: (text: string) => void, types: Types) {
  const ref = useRef<HTMLTextAreaElement>(null);
  /** The caret's position in the box; its end before the first visit. */
  const caret = useRef<number>(undefined);
  const [picks, setPicks] = useState(0);
  useEffect(() => {
    if (picks === 0) return;
    const at = caret.current ?? 0;
    // The combobox takes the focus back in the next frame.
    const frame = requestAnimationFrame(() => {
      ref.current?.focus();
      ref.current?.setSelectionRange(at, at);
    });
    return () => cancelAnimationFrame(frame);
  }, [picks]);
  return {
    /** The props of the box. */
    box: {
      ref,
      onSelect({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
        caret.current = currentTarget.selectionStart;
      },
    },
    /** A new number renders a new, empty combobox for the next pick. */
    picks,
    pick(service: PickedService) {
      const next = withService(text, caret.current ?? text.length, service, types);
      setText(next.text);
      caret.current = next.caret;
      setPicks(picks + 1);
    },
  };
}
