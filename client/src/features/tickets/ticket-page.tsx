import { Button, Flex, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { legalTicketActions } from '#shared/ticket-status.ts';
import { BackLink } from '../../components/back-link.tsx';
import { LoadingStack } from '../../components/loading-stack.tsx';
import { NotFoundState } from '../../components/not-found-state.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Conversation } from '../../components/ticket/conversation.tsx';
import { ReplyForm } from '../../components/ticket/reply-form.tsx';
import { TicketStatusBadge } from '../../components/ticket/ticket-status-badge.tsx';
import { requestTexts } from '../../i18n/en/requests.ts';
import { conversationTexts, ticketTexts } from '../../i18n/en/tickets.ts';
import { errorCodeOf, reportError } from '../../lib/errors.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { usePageMeta } from '../../lib/page-meta.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { showSuccess } from '../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { AboutPanel } from './about-panel.tsx';
import { Beside } from './beside.tsx';
import { OfferFirst } from './offer-first.tsx';

/** One ticket: its conversation and a reply form. Answers are live. */
export default function TicketPage() {
  const t = useStore(ticketTexts);
  const { heading } = useStore(requestTexts);
  const id = parseId(useParams().id ?? '');
  const { query, ticket, messages } = useTicket(id);
  const list = { to: paths.tickets, label: t.allTickets };
  usePageMeta(id === null ? t.ticket : t.ticketNumber({ id: String(id) }));
  return (
    <Stack gap="2">
      <BackLink {...list} />
      {query.isLoading && <LoadingStack heights={['4rem', '6rem', '6rem', '8rem']} />}
      {ticket && (
        <>
          <Beside
            head={<Head ticket={ticket} />}
            panel={<AboutPanel orderId={ticket.orderId} rechargeId={ticket.rechargeId} />}
          >
            <Stack gap="6">
              <Conversation
                side="customer"
                messages={messages}
                hasEarlier={query.hasNextPage}
                isFetchingEarlier={query.isFetchingNextPage}
                onEarlier={() => void query.fetchNextPage()}
              />
              {ticket.orderId !== null && <OfferFirst orderId={ticket.orderId} heading={heading} />}
              <Reply ticket={ticket} />
            </Stack>
          </Beside>
        </>
      )}
      {!ticket && !query.isLoading && (
        <NotFoundState
          error={query.error}
          onRetry={() => void query.refetch()}
          title={t.notFound}
          text={t.notFoundText}
          {...list}
        />
      )}
    </Stack>
  );
}

type Ticket = Outputs['tickets']['get'];

function Head({ ticket }: { ticket: Ticket }) {
  const t = useStore(ticketTexts);
  const words = useStore(conversationTexts);
  const { close } = useTicketChanges(ticket.id);
  const canClose = legalTicketActions[ticket.status].includes('close');
  return (
    <PageHeading
      title={ticket.subject}
      text={
        <Flex as="span" gap="3" align="center" wrap="wrap" fontVariantNumeric="tabular-nums">
          <TicketStatusBadge status={ticket.status} /> {t.ticketNumber({ id: String(ticket.id) })}
        </Flex>
      }
    >
      {canClose && (
        <Button variant="outline" loading={close.isPending} onClick={() => close.mutate({ id: ticket.id })}>
          {words.closeTicket}
        </Button>
      )}
    </PageHeading>
  );
}

function Reply({ ticket: { id, status } }: { ticket: Ticket }) {
  const { user } = useSession();
  const { reply, reopen } = useTicketChanges(id);
  const canReopen = legalTicketActions[status].includes('reopen');
  return (
    <ReplyForm
      draftName={`ticket-reply:${user?.id ?? ''}:${id}`}
      send={{
        mutateAsync: (input) => reply.mutateAsync({ id, ...input }),
        isPending: reply.isPending,
        error: reply.error,
      }}
      reopen={canReopen ? { onClick: () => reopen.mutate({ id }), isPending: reopen.isPending } : undefined}
    />
  );
}

/** The customer's actions on a ticket. Each resolves when the screen shows its result. */
function useTicketChanges(id: number) {
  const utils = trpc.useUtils();
  const readAgain = () => Promise.all([utils.tickets.get.invalidate({ id }), utils.tickets.list.invalidate()]);
  const close = trpc.tickets.close.useMutation({
    onSuccess: async () => {
      await readAgain();
      showSuccess(ticketTexts.get().closed);
    },
    onError: (error) => void reportError(ticketTexts.get().closeFailed, error),
  });
  const reopen = trpc.tickets.reopen.useMutation({
    onSuccess: readAgain,
    onError: (error) => void reportError(ticketTexts.get().reopenFailed, error),
  });
  const reply = trpc.tickets.reply.useMutation({
    onSuccess: readAgain,
    // It was closed elsewhere: the refetch shows that, with the button to reopen it.
    onError: (error) => void (errorCodeOf(error) === 'ticket_closed' && readAgain()),
  });
  return { close, reopen, reply };
}

/** One of the customer's tickets with its messages, oldest first; with null nothing is requested. */
function useTicket(id: number | null) {
  const query = trpc.tickets.get.useInfiniteQuery(
    { id: id ?? 0 },
    {
      enabled: id !== null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: usePollMs(),
    },
  );
  const pages = query.data?.pages;
  const messages = useMemo(() => [...(pages ?? [])].reverse().flatMap((page) => page.messages), [pages]);
  return { query, ticket: pages?.[0], messages };
}
