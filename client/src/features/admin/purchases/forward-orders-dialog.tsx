import { Alert, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useMemo, useState } from 'react';
import { LuTriangleAlert } from 'react-icons/lu';
import { MAX_STARTED_ORDERS } from '#shared/forwards.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { formatAmount } from '../../../lib/money.ts';
import { paths } from '../../../lib/paths.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';

interface ForwardOrdersDialogProps {
  orderIds: number[];
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before older orders are forwarded: how many, at what cost, and that they may have been bought by hand. Mount it when it opens. */
export default function ForwardOrdersDialog({ orderIds: chosen, onStarted, onClose }: ForwardOrdersDialogProps) {
  const t = useStore(forwardTexts);
  const utils = trpc.useUtils();
  const readMoneyAgain = useReadMoneyAgain();
  const orderIds = useMemo(() => chosen.slice(0, MAX_STARTED_ORDERS), [chosen]);
  const estimate = trpc.admin.forwards.estimate.useQuery({ orderIds }, { staleTime: 0, gcTime: 0 });
  // The same key for each try of this opening: a lost response forwards nothing twice.
  const { requestId } = useRequestId();
  const { mutateAsync, isPending } = trpc.admin.forwards.start.useMutation();
  const [problem, setProblem] = useState<unknown>(null);
  const count = estimate.data?.count ?? 0;
  const hasNone = estimate.data !== undefined && count === 0;

  const start = async (event: SubmitEvent) => {
    event.preventDefault();
    // Nothing is forwarded before its cost is known.
    if (!estimate.data) {
      if (estimate.error) void estimate.refetch();
      return;
    }
    if (count === 0) {
      onClose();
      return;
    }
    setProblem(null);
    try {
      const { started } = await mutateAsync({ orderIds, requestId });
      showSuccess(t.forwarded, t.forwardedText({ count: started }), { to: paths.purchases, label: t.heading });
      onStarted();
    } catch (error) {
      setProblem(error);
    }
    await Promise.all([utils.admin.forwards.invalidate(), readMoneyAgain()]);
  };

  return (
    <FormDialog
      title={hasNone ? t.forwardNoneTitle : t.forwardAsk({ count: estimate.data ? count : orderIds.length })}
      submitLabel={hasNone ? t.close : t.forwardSend}
      pendingLabel={t.forwarding}
      pending={isPending}
      movesMoney={!hasNone}
      onSubmit={(event) => void start(event)}
      onClose={onClose}
    >
      <FormProblem title={t.forwardFailed} error={problem} fields={[]} />
      {estimate.data ? (
        <Estimate {...estimate.data} />
      ) : estimate.error ? (
        <ErrorState error={estimate.error} onRetry={() => void estimate.refetch()} />
      ) : (
        <LoadingStack heights={['4rem']} />
      )}
      {chosen.length > orderIds.length && <Text>{t.forwardTooMany({ count: MAX_STARTED_ORDERS })}</Text>}
      {count > 0 && (
        <Alert.Root status="warning">
          <Alert.Indicator>
            <LuTriangleAlert />
          </Alert.Indicator>
          <Alert.Description>{t.forwardWarning}</Alert.Description>
        </Alert.Root>
      )}
    </FormDialog>
  );
}

type EstimateProps = { count: number; costNanos: Parameters<typeof formatAmount>[0]; skipped: number };

function Estimate({ count, costNanos, skipped }: EstimateProps) {
  const t = useStore(forwardTexts);
  if (count === 0) return <Text>{t.forwardNone}</Text>;
  return (
    <Stack gap="1">
      <Text fontWeight="semibold" fontVariantNumeric="tabular-nums">
        {t.forwardCost({ cost: formatAmount(costNanos) })}
      </Text>
      {skipped > 0 && <Text color="fg.muted">{t.forwardSkipped({ count: skipped })}</Text>}
    </Stack>
  );
}
