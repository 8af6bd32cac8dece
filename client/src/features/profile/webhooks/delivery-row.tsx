import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleX, LuClock } from 'react-icons/lu';
import type { DeliveredEvent } from '#shared/webhooks.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { deliveryErrorTexts, webhookEventTexts, webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { Sentence } from '../../../i18n/sentence.tsx';
import { reportError } from '../../../lib/errors.ts';
import { orderPath, paths, rechargePath, ticketPath } from '../../../lib/paths.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Delivery } from './use-webhook-changes.ts';

const looks = {
  waiting: { words: 'waiting', tone: 'orange', icon: <LuClock /> },
  delivered: { words: 'delivered', tone: 'green', icon: <LuCircleCheck /> },
  failed: { words: 'failed', tone: 'red', icon: <LuCircleX /> },
} as const;

/** The page of an event's subject. */
const pageOf: Partial<Record<DeliveredEvent, (id: number) => string>> = {
  'order.changed': orderPath,
  'recharge.decided': rechargePath,
  'balance.changed': () => paths.statement,
  'ticket.replied': ticketPath,
};
/** The subject of these is the customer or the webhook, which needs no number. */
const withoutNumber: readonly DeliveredEvent[] = ['balance.changed', 'test'];

/** One delivery: its event, its outcome, and a button that sends it again. */
export function DeliveryRow({ webhookId, delivery }: { webhookId: number; delivery: Delivery }) {
  const t = useStore(webhooksTexts);
  const events = useStore(webhookEventTexts);
  const { replay, isReplaying } = useReplay(webhookId, delivery.id);
  const { event, subjectId, status, attempts, createdAt } = delivery;
  const words = withoutNumber.includes(event) ? events[event] : `${events[event]} #${subjectId}`;
  const page = pageOf[event]?.(subjectId);
  return (
    <Grid
      as="li"
      templateColumns="minmax(0, 1fr) auto"
      columnGap="4"
      alignItems="center"
      borderTopWidth="1px"
      px={{ base: '4', md: '6' }}
      py="3"
    >
      <Box minW="0">
        <Flex columnGap="3" rowGap="1" align="center" wrap="wrap">
          <Text fontWeight="medium">
            {page ? (
              <AppLink to={page}>
                <u>{words}</u>
              </AppLink>
            ) : (
              words
            )}
          </Text>
          <StatusBadge small tone={looks[status].tone} icon={looks[status].icon}>
            {t[looks[status].words]}
          </StatusBadge>
        </Flex>
        <Flex columnGap="3" wrap="wrap" textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          <TimeText at={createdAt} />
          <Outcome delivery={delivery} />
        </Flex>
      </Box>
      {(status !== 'waiting' || attempts > 0) && (
        <Button
          size={{ base: 'md', md: 'sm' }}
          variant="outline"
          aria-label={t.replayName({ event: words })}
          loading={isReplaying}
          onClick={replay}
        >
          {t.replay}
        </Button>
      )}
    </Grid>
  );
}

/** The receiver's last response, or the reason why there is none, and what comes next. */
function Outcome({ delivery }: { delivery: Delivery }): ReactNode {
  const t = useStore(webhooksTexts);
  const errors = useStore(deliveryErrorTexts);
  const { attempts, nextAttemptAt, httpStatus, error, durationMs, status } = delivery;
  const parts: [string, ReactNode][] = [];
  if (error) parts.push(['error', errors[error]]);
  if (httpStatus !== null) parts.push(['status', t.status({ status: httpStatus })]);
  if (durationMs !== null) parts.push(['duration', t.duration({ ms: durationMs })]);
  if (attempts > 1 || status === 'failed') parts.push(['attempts', t.attempts({ count: attempts })]);
  if (nextAttemptAt && attempts > 0)
    parts.push(['next', <Sentence key="next" words={t.nextAttempt} parts={{ at: <TimeText at={nextAttemptAt} /> }} />]);
  return parts.map(([key, words]) => (
    <Text key={key} as="span" {...(key === 'error' && { color: 'fg.error' })}>
      {words}
    </Text>
  ));
}

function useReplay(id: number, deliveryId: number) {
  const t = useStore(webhooksTexts);
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.webhooks.replay.useMutation({
    onSuccess: () => showSuccess(t.replayed),
    onError: (error) => void reportError(t.replayFailed, error),
    onSettled: () => utils.webhooks.deliveries.invalidate({ id }),
  });
  return { replay: () => mutate({ id, deliveryId }), isReplaying: isPending };
}
