import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type PreviewManyInput, type ServiceChange, serviceChange } from '#shared/change-services.ts';
import { changeManyTexts } from '../../../i18n/en/admin/change-services.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { parseCount } from '../../../lib/parse-typed.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Inputs, trpc } from '../../../lib/trpc.ts';
import { noFactsChosen, readTypedFacts, type TypedFacts } from './changed-facts.ts';
import { targetIn } from './service-form.ts';
import type { ServiceScope } from './use-change-prices.ts';
import { useSafeChange } from './use-safe-change.ts';

export type ChangeKind = ServiceChange['kind'];

/** The values of the dialog, as they are chosen and typed. */
export interface TypedChange extends TypedFacts {
  kind: ChangeKind | '';
  category: string;
  refillDays: string;
  /** Of cancel and speed-up: '' as long as nothing is chosen. */
  allowed: '' | 'yes' | 'no';
  links: '' | 'as_read' | 'chosen';
  /** As `typedTarget` writes it. */
  target: string;
}

const nothingChosen: TypedChange = {
  ...({ kind: '', category: '', refillDays: '', allowed: '', links: '', target: '' } as const),
  ...noFactsChosen,
};

/** A change of many services: input, preview and submit. */
export function useChangeMany(scope: ServiceScope, onDone: () => void) {
  const [typed, setTyped] = useState(nothingChosen);
  const { requestId } = useRequestId();
  const { mutateAsync, isPending } = trpc.admin.services.changeMany.useMutation();
  const {
    problem,
    setProblem,
    unanswered,
    submit: send,
  } = useSafeChange((change: Inputs['admin']['services']['changeMany']) => mutateAsync(change));
  const { change, error } = readChange(typed);
  const input: PreviewManyInput = { shelf: 'all', ...scope, change: change ?? { kind: 'hide' } };
  const preview = trpc.admin.services.previewMany.useQuery(input, {
    enabled: change !== null && !unanswered,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = preview;
  const isCurrent = change !== null && data !== undefined && !preview.isPlaceholderData && !preview.isFetching;

  const submit = async () => {
    const t = changeManyTexts.get();
    if (!change) return setProblem(error ?? t.chooseFirst);
    const sent = unanswered ?? (isCurrent && { ...input, previewHash: data.previewHash, requestId });
    if (!sent) return setProblem(t.stillCounting);
    if (!unanswered && data?.changed === 0) return setProblem(t.noneChanges);
    await send(sent, {
      onDone() {
        showSuccess(change.kind === 'delete' ? t.deleted : t.changed, t.services({ count: data?.changed ?? 0 }));
        onDone();
      },
      onRefused: () => void preview.refetch(),
    });
  };

  return {
    typed,
    /** Changes a value; a problem that was displayed belongs to the earlier ones. */
    set(changed: Partial<TypedChange>) {
      setProblem(null);
      setTyped((before) => ({ ...before, ...changed }));
    },
    error,
    preview: change ? data : undefined,
    previewError: change ? preview.error : null,
    isCurrent,
    isPending,
    isHeld: unanswered !== null,
    problem,
    submit,
  };
}

/** The change, if it is complete; otherwise the error of what was typed. */
function readChange({ kind, category, refillDays, allowed, links, target, ...typedFacts }: TypedChange): {
  change: ServiceChange | null;
  error: string | null;
} {
  const incomplete = { change: null, error: null };
  if (kind === '') return incomplete;
  if ((kind === 'cancel' || kind === 'speedUp') && allowed === '') return incomplete;
  if (kind === 'category' && category === '') return incomplete;
  if (kind === 'links' && links === '') return incomplete;
  const { facts, error: factError } = readTypedFacts(typedFacts);
  if (kind === 'facts' && facts === null) return { change: null, error: factError && fieldMessage(factError) };
  const isAllowed = allowed === 'yes';
  const days = refillDays.trim() === '' ? null : (parseCount(refillDays) ?? refillDays);
  const values = {
    category: { category },
    refill: { refillDays: days },
    cancel: { cancel: isAllowed },
    speedUp: { speedUp: isAllowed },
    links: { target: links === 'as_read' ? links : targetIn(target) },
    facts: { facts },
  };
  const fields = Object.hasOwn(values, kind) ? values[kind as keyof typeof values] : {};
  const { data = null, error } = serviceChange.safeParse({ kind, ...fields });
  const message = error?.issues[0]?.message;
  return { change: data, error: message === undefined ? null : fieldMessage(message) };
}
