import { Flex, Span, Stack } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { reasonWords } from '../../../components/order-requests/reason-words.ts';
import { managedRequestPath } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { DetailsSection } from '../review-queue/details-parts.tsx';
import { RequestKindLabel, RequestStatusBadge } from './request-badges.tsx';

interface RequestsOfOrderProps {
  title: string;
  /** Oldest first. */
  requests: Outputs['admin']['orders']['get']['requests'];
}

/** The requests of one order, the newest on top; each leads to its decisions. Nothing without any. */
export function RequestsOfOrder({ title, requests }: RequestsOfOrderProps) {
  if (requests.length === 0) return null;
  return (
    <DetailsSection title={title}>
      <Stack as="ul" listStyleType="none" gap="1.5" textStyle="sm">
        {requests.toReversed().map(({ id, createdAt, events, ...request }) => (
          <Flex as="li" key={id} gap="3" align="center" wrap="wrap" title={lastReason(events)}>
            <Span _hover={{ textDecoration: 'underline' }} textUnderlineOffset="3px">
              <AppLink to={managedRequestPath(id)}>
                <RequestKindLabel kind={request.kind} />
              </AppLink>
            </Span>
            <RequestStatusBadge request={request} quiet />
            <Span color="fg.muted" ms="auto">
              <Ago at={createdAt} />
            </Span>
          </Flex>
        ))}
      </Stack>
    </DetailsSection>
  );
}

function lastReason(events: RequestsOfOrderProps['requests'][number]['events']): string | undefined {
  const last = events.at(-1);
  return (last && reasonWords(last)) ?? undefined;
}
