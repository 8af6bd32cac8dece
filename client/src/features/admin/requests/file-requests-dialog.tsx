import { Alert, Button, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type RequestKind, requestKinds } from '#shared/request-status.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextAreaField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { adminRequestKindTexts, fileRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { closeForm } from '../run-change.ts';
import { CheckedOrders } from './checked-orders.tsx';
import { type OrderNumbers, readOrderNumbers } from './order-numbers.ts';
import { type CheckedGroup, possibleIn, useFileRequests } from './use-file-requests.ts';

/** The limit of one call. */
const MOST_NUMBERS = 500;

/** Files requests for customers who asked elsewhere: paste order numbers, check, file. Mount it when it opens. */
export default function FileRequestsDialog({ onClose }: { onClose: () => void }) {
  const t = useStore(fileRequestTexts);
  const [text, setText] = useState('');
  const [usualKind, setUsualKind] = useState<RequestKind>('refill');
  const [fault, setFault] = useState<string>();
  const { groups, check, fileAll, back, problem, isChecking, isFiling } = useFileRequests();
  const numbers = useMemo(() => readOrderNumbers(text), [text]);
  const step = stepOf(groups);
  const fields = useFocusOnChange(groups === undefined);

  const submit = async () => {
    if (step.name === 'write') {
      const wrong = faultOf(numbers);
      setFault(wrong);
      if (!wrong) await check(mergedGroups(numbers, usualKind));
    } else if (step.name === 'check') {
      if (step.count === 0) return back();
      const count = await fileAll();
      if (count !== undefined) showSuccess(t.filed({ count }));
    } else onClose();
  };
  return (
    <FormDialog
      title={t.heading}
      size="lg"
      submitLabel={step.name === 'check' && problem ? t.tryAgain : step.label}
      pendingLabel={step.name === 'write' ? t.checking : t.filing}
      pending={isChecking || isFiling}
      cancelLabel={step.name === 'filed' ? t.close : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={() => void closeForm(text !== '' && step.name !== 'filed', onClose)}
    >
      {problem && <FormProblem title={groups ? t.fileFailed : t.checkFailed} error={problem.error} fields={[]} />}
      {problem?.isLost && groups && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Title>{t.lost}</Alert.Title>
        </Alert.Root>
      )}
      <Stack ref={fields} gap="4">
        {groups ? (
          <>
            <Stack tabIndex={-1} outline="0" data-autofocus>
              <CheckedOrders groups={groups} />
            </Stack>
            {step.name === 'check' && !problem && (
              <Button variant="plain" size="sm" px="0" alignSelf="start" textDecoration="underline" onClick={back}>
                {t.back}
              </Button>
            )}
          </>
        ) : (
          <Numbers
            text={text}
            onText={(typed) => {
              setText(typed);
              setFault(undefined);
            }}
            kind={usualKind}
            onKind={setUsualKind}
            fault={fault}
            numbers={numbers}
          />
        )}
      </Stack>
    </FormDialog>
  );
}

/** Moves the focus into the fields of the next step. The focused field of the last one is gone, and the dialog's keys with it. */
function useFocusOnChange(isFirstStep: boolean): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    fields.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isFirstStep]);
  return fields;
}

interface NumbersProps {
  text: string;
  onText: (text: string) => void;
  kind: RequestKind;
  onKind: (kind: RequestKind) => void;
  fault: string | undefined;
  numbers: OrderNumbers;
}

/** The text with the numbers, and the request of those for which it names none. */
function Numbers({ text, onText, kind, onKind, fault, numbers: { unread, count } }: NumbersProps) {
  const t = useStore(fileRequestTexts);
  const kinds = useStore(adminRequestKindTexts);
  return (
    <>
      <TextAreaField
        label={t.numbers}
        hint={t.numbersHint}
        error={fault ? { type: 'custom', message: fault } : undefined}
        value={text}
        minH="8rem"
        maxH="40dvh"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ target }) => onText(target.value)}
      />
      <ChoiceField
        label={t.request}
        value={kind}
        options={requestKinds.map((each) => [each, kinds[each]] as const)}
        onChange={({ target }) => onKind(target.value as RequestKind)}
      />
      <Text textStyle="sm" color="fg.muted" aria-live="polite" overflowWrap="anywhere">
        {t.numbersRead({ count })}
        {unread.length > 0 && ` ${t.unread({ words: shortened(unread.join(', ')) })}`}
      </Text>
    </>
  );
}

const LONGEST = 200;

function shortened(words: string): string {
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

function faultOf({ count, groups }: OrderNumbers): string | undefined {
  const t = fileRequestTexts.get();
  if (count === 0) return t.numbersNeeded;
  const most = Math.max(...groups.map(({ orderIds }) => orderIds.length));
  return most > MOST_NUMBERS ? t.mostNumbers({ most: MOST_NUMBERS, count: most }) : undefined;
}

/** The numbers of each kind; those without one get the chosen kind. */
function mergedGroups({ groups }: OrderNumbers, usualKind: RequestKind) {
  return requestKinds.flatMap((kind) => {
    const ofKind = groups.filter((group) => (group.kind ?? usualKind) === kind);
    const orderIds = [...new Set(ofKind.flatMap((group) => group.orderIds))];
    return orderIds.length > 0 ? [{ kind, orderIds }] : [];
  });
}

/** The dialog's step, and the label of the button that ends it. */
function stepOf(groups: readonly CheckedGroup[] | undefined) {
  const t = fileRequestTexts.get();
  if (!groups) return { name: 'write', label: t.check, count: 0 } as const;
  const open = groups.filter((group) => !group.filed);
  const count = open.reduce((sum, group) => sum + possibleIn(group).length, 0);
  if (count === 0 && open.length < groups.length) return { name: 'filed', label: t.done, count } as const;
  return { name: 'check', label: count === 0 ? t.back : t.fileCount({ count }), count } as const;
}
