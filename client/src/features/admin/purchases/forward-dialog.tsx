import { Alert, Button, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense, use, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatUnits } from '../../../lib/format-units.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { AsWritten } from '../as-written.tsx';
import { InfoDialog } from '../info-dialog.tsx';
import { DetailsFacts } from '../review-queue/details-parts.tsx';
import { costInFull, type Forward } from './forward.ts';
import { ForwardActions, ForwardHandlersContext } from './forward-actions.tsx';
import { ForwardAttempts, ForwardEvents } from './forward-history.tsx';
import { StateAndReason } from './forward-state.tsx';

const { Part: WordsDialog } = lazyWithPreload(() => import('./words-dialog.tsx'));
const { Part: CostDialog } = lazyWithPreload(() => import('./cost-dialog.tsx'));

/** One purchase with its history and every attempt. Mount it when it opens. */
export default function ForwardDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useStore(forwardTexts);
  const { data, error, refetch } = trpc.admin.forwards.get.useQuery({ id }, { refetchInterval: POLL_MS });
  const [isCorrecting, setCorrecting] = useState(false);
  return (
    <InfoDialog
      title={data ? t.title({ id: String(data.orderId) }) : t.details}
      closeLabel={t.close}
      footer={
        data && (
          <>
            <Button asChild variant="outline">
              <AppLink to={managedOrderPath(data.orderId)}>{t.seeOrder}</AppLink>
            </Button>
            <ForwardActions forward={data} inDetails />
            {data.state === 'accepted' && (
              <Button variant="outline" onClick={() => setCorrecting(true)}>
                {t.correctCost}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      {data ? (
        <Stack gap="6">
          <DetailsFacts facts={factsOf(data)} />
          {data.answerWords && <AnswerWords forward={data} answer={data.answerWords} />}
          {data.balanceEvidence && data.currency && (
            <Evidence {...data.balanceEvidence} proof={data.balanceProof} currency={data.currency} />
          )}
          <ForwardAttempts attempts={data.attemptCalls} />
          <ForwardEvents events={data.events} />
          <Suspense>{isCorrecting && <CostDialog forward={data} onClose={() => setCorrecting(false)} />}</Suspense>
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingStack heights={['12rem', '8rem']} />
      )}
    </InfoDialog>
  );
}

function factsOf(forward: Forward) {
  const t = forwardTexts.get();
  const { supplierName, externalOrderId, supplierStatus, serviceId, serviceName } = forward;
  return [
    { label: t.state, value: <StateAndReason forward={forward} /> },
    { label: t.service, value: <ServiceName id={serviceId} name={serviceName} /> },
    { label: t.link, value: <OrderLink link={forward.link} isWhole /> },
    { label: t.quantity, value: formatCount(forward.quantity) },
    { label: t.supplier, value: supplierName === null ? t.notYet : <AsWritten>{supplierName}</AsWritten> },
    ...(externalOrderId ? [{ label: t.number, value: <AsWritten>{externalOrderId}</AsWritten> }] : []),
    { label: t.cost, value: costInFull(forward) },
    ...(supplierStatus ? [{ label: t.supplierStatus, value: <AsWritten>{supplierStatus}</AsWritten> }] : []),
    { label: t.started, value: <TimeText at={forward.createdAt} /> },
  ];
}

/** The supplier's words that no table knows, and the way to give them a meaning. */
function AnswerWords({ forward, answer }: { forward: Forward; answer: string }) {
  const t = useStore(forwardTexts);
  const handlers = use(ForwardHandlersContext);
  const [isAsked, setAsked] = useState(false);
  return (
    <Alert.Root status="warning">
      <Alert.Indicator />
      <Alert.Content gap="2" alignItems="start">
        <Alert.Title>{t.wordsNotice}</Alert.Title>
        <Alert.Description overflowWrap="anywhere">
          <AsWritten>{answer}</AsWritten>
        </Alert.Description>
        {handlers && (
          <Button size="sm" variant="outline" onClick={() => setAsked(true)}>
            {t.wordsMean}
          </Button>
        )}
      </Alert.Content>
      <Suspense>
        {isAsked && handlers && (
          <WordsDialog forward={forward} answer={answer} settle={handlers.settle} onClose={() => setAsked(false)} />
        )}
      </Suspense>
    </Alert.Root>
  );
}

interface EvidenceProps {
  balance: string;
  books: string;
  unexplained: string;
  at: string;
  proof: 'bought' | 'not_bought' | null;
  currency: string;
}

/** The balance after the purchase became unknown: a difference of its cost speaks for a purchase. */
function Evidence({ balance, books, unexplained, at, proof, currency }: EvidenceProps) {
  const t = useStore(forwardTexts);
  return (
    <DetailsFacts
      facts={[
        { label: t.evidenceAt, value: <TimeText at={at} /> },
        { label: t.evidenceBalance, value: formatUnits(balance, currency) },
        { label: t.evidenceBooks, value: formatUnits(books, currency) },
        { label: t.evidenceUnexplained, value: formatUnits(unexplained, currency) },
        {
          label: t.proof,
          value: { bought: t.proof_bought, not_bought: t.proof_not_bought, none: t.proof_none }[proof ?? 'none'],
        },
      ]}
    />
  );
}
