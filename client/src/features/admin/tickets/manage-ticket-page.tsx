import { Box, Grid, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { Conversation } from '../../../components/ticket/conversation.tsx';
import { ReplyForm } from '../../../components/ticket/reply-form.tsx';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { useIsWide } from '../../../lib/media.ts';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { BackLink, MissingRecord } from '../record-parts.tsx';
import { SavedRepliesMenu } from '../saved-replies-menu.tsx';
import { TicketContext, TicketContextFolded } from './ticket-context.tsx';
import { TicketHeading } from './ticket-heading.tsx';
import { useTicketAnswers } from './use-ticket-answers.ts';

/** From this width on the customer and the order are beside the conversation. */
const BESIDE_FROM_PX = 1280;

/** A customer's ticket beside its customer and order. Each ticket has its own form and keys. */
export default function ManageTicketPage() {
  const id = parseId(useParams().id ?? '');
  return <TicketPage key={id} id={id} />;
}

function TicketPage({ id }: { id: number | null }) {
  const t = useStore(adminTicketTexts);
  const query = trpc.admin.tickets.get.useInfiniteQuery(
    { id: id ?? 0 },
    { enabled: id !== null, getNextPageParam: ({ nextCursor }) => nextCursor, refetchInterval: usePollMs() },
  );
  const pages = query.data?.pages;
  const messages = useMemo(() => [...(pages ?? [])].reverse().flatMap((page) => page.messages), [pages]);
  const ticket = pages?.[0];
  const answers = useTicketAnswers(id ?? 0);
  const isBeside = useIsWide(BESIDE_FROM_PX);
  usePageMeta(t.ticketNumber({ id: String(id ?? '') }));
  return (
    <Stack gap="2">
      <BackLink to={paths.manageTickets} label={t.heading} />
      {query.isLoading && <LoadingStack heights={['4rem', '6rem', '6rem', '8rem']} />}
      {ticket && (
        <Grid gap={{ base: '4', xl: '8' }} templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 23rem' }}>
          <Box minW="0" maxW="4xl">
            <TicketHeading ticket={ticket} answers={answers} />
            {!isBeside && <TicketContextFolded ticket={ticket} />}
            <Stack gap="6">
              <Conversation
                side="admin"
                messages={messages}
                hasEarlier={query.hasNextPage}
                isFetchingEarlier={query.isFetchingNextPage}
                onEarlier={() => void query.fetchNextPage()}
              />
              <ReplyForm
                draftName={`ticket-answer:${ticket.id}`}
                send={answers.send}
                tools={(insert) => (
                  <SavedRepliesMenu
                    about={[{ userId: ticket.user.id, orderId: ticket.orderId, rechargeId: ticket.rechargeId }]}
                    insert={insert}
                    w={{ base: 'full', md: 'auto' }}
                    me={{ md: 'auto' }}
                  />
                )}
                sendAnd={[
                  { label: t.sendAndClose, prepare: answers.prepareClose },
                  { label: t.sendAndNext, prepare: answers.prepareNext, isShiftEnter: true },
                ]}
                autoFocus={answers.isWriting}
              />
            </Stack>
          </Box>
          {isBeside && <TicketContext ticket={ticket} />}
        </Grid>
      )}
      {!ticket && !query.isLoading && (
        <MissingRecord
          nouns={{ title: t.ticket, one: t.one, many: t.many }}
          listPath={paths.manageTickets}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </Stack>
  );
}
