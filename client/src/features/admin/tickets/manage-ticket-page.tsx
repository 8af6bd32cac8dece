import { Box, Button, Flex, Stack } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { legalTicketActions } from '#shared/ticket-status.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Conversation } from '../../../components/ticket/conversation.tsx';
import { ReplyForm } from '../../../components/ticket/reply-form.tsx';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { reportError } from '../../../lib/errors.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths, userPath } from '../../../lib/paths.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { BackLink, MissingRecord } from '../record-parts.tsx';
import { AboutLink } from './about-link.tsx';
import { SavedRepliesMenu } from './saved-replies-menu.tsx';

type Ticket = Outputs['admin']['tickets']['get'];

/** A customer's ticket: the conversation, the reply form, and Close. */
export default function ManageTicketPage() {
  const id = parseId(useParams().id ?? '');
  const query = trpc.admin.tickets.get.useInfiniteQuery(
    { id: id ?? 0 },
    { enabled: id !== null, getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: usePollMs() },
  );
  const pages = query.data?.pages;
  const messages = useMemo(() => [...(pages ?? [])].reverse().flatMap((page) => page.messages), [pages]);
  const ticket = pages?.[0];
  usePageMeta(`Ticket #${id ?? ''}`);
  return (
    <Stack gap="2" maxW="4xl">
      <BackLink to={paths.manageTickets} label="Manage Tickets" />
      {query.isLoading && <LoadingStack heights={['4rem', '6rem', '6rem', '8rem']} />}
      {ticket && (
        <Contents ticket={ticket}>
          <Conversation
            side="admin"
            messages={messages}
            hasEarlier={query.hasNextPage}
            isFetchingEarlier={query.isFetchingNextPage}
            onEarlier={() => void query.fetchNextPage()}
          />
        </Contents>
      )}
      {!ticket && !query.isLoading && (
        <MissingRecord
          noun="ticket"
          listPath={paths.manageTickets}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </Stack>
  );
}

function Contents({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  const { id, subject, status, user } = ticket;
  const { close, closeAfter, reply } = useDecisions(id);
  const canClose = legalTicketActions[status].includes('close');
  return (
    <>
      <PageHeading
        title={subject}
        text={
          <Flex as="span" gap="3" align="center" wrap="wrap" fontVariantNumeric="tabular-nums">
            <TicketStatusBadge status={status} /> Ticket #{id}
            <Box asChild textDecoration="underline" textUnderlineOffset="3px" overflowWrap="anywhere">
              <AppLink to={userPath(user.id)}>
                {user.name} (@{user.userName})
              </AppLink>
            </Box>
            <Box asChild textDecoration="underline" textUnderlineOffset="3px">
              <AppLink to={`${paths.manageTickets}?status=all&user=${user.id}`}>All their tickets</AppLink>
            </Box>
            <AboutLink ticket={ticket} />
          </Flex>
        }
      >
        {canClose && (
          <Button variant="outline" loading={close.isPending} onClick={() => close.mutate({ id })}>
            Close ticket
          </Button>
        )}
      </PageHeading>
      <Stack gap="6">
        {children}
        <ReplyForm
          draftName={`ticket-answer:${id}`}
          send={{
            mutateAsync: (input) => reply.mutateAsync({ id, ...input }),
            isPending: reply.isPending,
            error: reply.error,
          }}
          tools={(insert) => <SavedRepliesMenu ticket={ticket} insert={insert} />}
          sendAnd={{ label: 'Send and close', afterwards: closeAfter }}
        />
      </Stack>
    </>
  );
}

/** Each mutation resolves after the refetch. */
function useDecisions(id: number) {
  const utils = trpc.useUtils();
  const readAgain = () =>
    Promise.all([utils.admin.tickets.get.invalidate({ id }), utils.admin.tickets.list.invalidate()]);
  const reply = trpc.admin.tickets.reply.useMutation({
    onSuccess: async () => {
      await readAgain();
      showSuccess('Answer sent', 'The customer is told by email.');
    },
  });
  const close = trpc.admin.tickets.close.useMutation({
    onSuccess: async () => {
      await readAgain();
      showSuccess('Ticket closed');
    },
    onError: (error) => void reportError('The ticket could not be closed', error),
  });
  /** Closes the ticket after the answer. */
  const closeAfter = () => close.mutateAsync({ id }).catch(() => undefined);
  return { reply, close, closeAfter };
}
