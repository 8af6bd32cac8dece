import { Box, Flex, Text, Timeline } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { requestKindTexts, requestTexts } from '../../i18n/en/requests.ts';
import { timelineTexts } from '../../i18n/en/statuses.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { TimelineEntry } from '../order-timeline/timeline-entry.tsx';
import { reasonWords } from './reason-words.ts';
import { requestLook } from './request-look.tsx';
import { RequestStatusBadge } from './request-status-badge.tsx';
import { requestStatusWords } from './request-words.ts';

type Request = Outputs['orders']['get']['requests'][number];

/** One request with its timeline, oldest first. */
export function RequestEntry({ request: { kind, status, events } }: { request: Request }) {
  const t = useStore(requestTexts);
  const names = useStore(requestKindTexts);
  const words = useStore(timelineTexts);
  const { you, ourTeam } = words;
  const authors = { customer: you, admin: ourTeam, panel: t.panel, supplier: ourTeam, evidence: ourTeam };
  return (
    <Box>
      <Flex justify="space-between" align="center" gap="3" mb="3">
        <Text fontWeight="semibold">{names[kind]}</Text>
        <RequestStatusBadge kind={kind} status={status} />
      </Flex>
      <Timeline.Root as="ol" listStyleType="none">
        {events.map((event) => {
          const { tone, icon } = requestLook(kind, event.status);
          return (
            <TimelineEntry
              key={event.seq}
              icon={icon}
              palette={tone}
              title={event.status === 'pending' ? t.asked : requestStatusWords(kind, event.status)}
              reason={reasonWords(event)}
              who={authors[event.by]}
              at={event.at}
            />
          );
        })}
      </Timeline.Root>
    </Box>
  );
}
