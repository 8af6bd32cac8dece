import { Box, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Ago } from '../../../components/data-table/moment.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { AsWritten } from '../as-written.tsx';
import { DetailsSection } from '../review-queue/details-parts.tsx';
import { CallBytes } from '../suppliers/call-bytes.tsx';
import { CallOutcome } from '../suppliers/call-outcome.tsx';
import { Reason } from '../suppliers/reason.tsx';
import { ForwardStateBadge } from './forward-state.tsx';

type History = Outputs['admin']['forwards']['get'];

/** The changes of a purchase's state, oldest first: when, why and by whom. */
export function ForwardEvents({ events }: Pick<History, 'events'>) {
  const t = useStore(forwardTexts);
  if (events.length === 0) return null;
  return (
    <DetailsSection title={t.events}>
      <Stack as="ol" listStyleType="none" gap="3">
        {events.map(({ seq, to, supplierName, byName, reason, at }) => (
          <Stack as="li" key={seq} gap="0" textStyle="sm">
            <Stack direction="row" gap="3" justify="space-between" wrap="wrap">
              <ForwardStateBadge state={to} />
              <Span color="fg.muted">
                <Ago at={at} />
              </Span>
            </Stack>
            {reason && (
              <Text overflowWrap="anywhere">
                <Reason text={reason} />
              </Text>
            )}
            {(byName ?? supplierName) && (
              <Text textStyle="xs" color="fg.muted">
                {byName ? t.purchaseBy({ name: byName }) : <AsWritten>{supplierName}</AsWritten>}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
    </DetailsSection>
  );
}

/** Every attempt of a purchase, with its bytes. */
export function ForwardAttempts({ attempts }: { attempts: History['attemptCalls'] }) {
  const t = useStore(forwardTexts);
  return (
    <DetailsSection title={t.attempts}>
      {attempts.length === 0 && <Text color="fg.muted">{t.attemptsNone}</Text>}
      {attempts.map((call, at) => (
        <Box asChild key={call.id} borderWidth="1px" borderRadius="l2">
          <details open={at === attempts.length - 1}>
            <Box as="summary" px="4" py="3" cursor="pointer" focusVisibleRing="inside">
              <Span fontWeight="semibold">{t.attempt({ number: at + 1 })}</Span>
              <Span textStyle="sm" color="fg.muted" ms="2">
                <AsWritten>{call.supplierName}</AsWritten>
                {'\u00a0· '}
                <TimeText at={call.startedAt} />
              </Span>
              <Text textStyle="sm" overflowWrap="anywhere">
                <CallOutcome outcome={call.outcome} />
              </Text>
            </Box>
            <Box p="4" pt="0">
              <CallBytes call={call} />
            </Box>
          </details>
        </Box>
      ))}
    </DetailsSection>
  );
}
