import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type PreviewPricesInput, previewPricesInput, type priceSteps } from '#shared/admin-services.ts';
import { micros } from '#shared/money.ts';
import { changePricesTexts } from '../../../i18n/en/admin/admin-services.ts';
import { fieldMessage } from '../../../lib/errors.ts';
import { formatPrice } from '../../../lib/money.ts';
import { parsePercent } from '../../../lib/parse-typed.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Inputs, type Outputs, trpc } from '../../../lib/trpc.ts';
import { useSafeChange } from './use-safe-change.ts';

export type PriceStep = (typeof priceSteps)[number];

/** The rounding of changed prices, in words. */
export function stepName(step: PriceStep): string {
  const t = changePricesTexts.get();
  if (step === 1) return t.stepAll;
  return step === 10_000 ? t.stepCents : formatPrice(micros(step));
}

/** The services: selected ones, or all that match the filter. */
export type ServiceScope = Pick<PreviewPricesInput, 'ids' | 'category' | 'search'> & {
  shelf?: PreviewPricesInput['shelf'];
};
export type Preview = Outputs['admin']['services']['previewPrices'];
type Change = Inputs['admin']['services']['changePrices'];

/** The change of many prices: input, preview and submit. */
export function useChangePrices(scope: ServiceScope, onDone: () => void) {
  const [percent, setPercent] = useState('');
  const [stepMicros, setStep] = useState<PriceStep>(1);
  const { mutateAsync, isPending } = trpc.admin.services.changePrices.useMutation();
  const { problem, setProblem, unanswered, submit: send } = useSafeChange((change: Change) => mutateAsync(change));

  const percentHundredths = parsePercent(percent);
  const percentError = errorIn(percent, percentHundredths);
  const input = { ...scope, percentHundredths: percentHundredths ?? 0, stepMicros };
  const isAsked = percentHundredths !== null && percentError === null;
  const preview = trpc.admin.services.previewPrices.useQuery(input, {
    enabled: isAsked && !unanswered,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const isCurrent = isAsked && preview.data !== undefined && !preview.isPlaceholderData && !preview.isFetching;

  const submit = async () => {
    const t = changePricesTexts.get();
    const { data } = preview;
    const change = unanswered ?? (isCurrent && data && { ...input, previewHash: data.previewHash });
    if (!change) return setProblem(percentError ?? t.enterFirst);
    if (!unanswered && data?.impossible) return setProblem(t.impossibleText);
    if (!unanswered && data?.changed === 0) return setProblem(t.noneChanges);
    await send(change, {
      onDone() {
        showSuccess(t.changed, data && t.changedText({ changed: data.changed, found: data.found }));
        onDone();
      },
      onRefused: () => void preview.refetch(),
    });
  };

  return {
    percent: { typed: percent, set: setPercent, error: percentError },
    step: { stepMicros, set: setStep },
    preview: isAsked ? preview.data : undefined,
    previewError: isAsked ? preview.error : null,
    isCurrent,
    isPending,
    isHeld: unanswered !== null,
    problem,
    submit,
  };
}

function errorIn(typed: string, hundredths: number | null): string | null {
  if (typed.trim() === '') return null;
  if (hundredths === null) return changePricesTexts.get().malformed;
  const { error } = previewPricesInput.shape.percentHundredths.safeParse(hundredths);
  const message = error?.issues[0]?.message;
  return message === undefined ? null : fieldMessage(message);
}
