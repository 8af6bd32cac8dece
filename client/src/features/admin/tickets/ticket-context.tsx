import { Box, Button, chakra, Flex, Link, Skeleton, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuBan, LuChevronDown, LuWallet } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge, StatusBadge } from '../../../components/status-badge.tsx';
import { UserAvatar } from '../../../components/user-avatar.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { GIVE_BALANCE, managedOrderPath, paths, userPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { DetailsFacts } from '../review-queue/details-parts.tsx';
import { aboutOf } from './about-link.tsx';
import { Part } from './context-part.tsx';
import { TicketOrder } from './ticket-order.tsx';
import { TicketRecharge } from './ticket-recharge.tsx';

type Ticket = Outputs['admin']['tickets']['get'];

/** The customer of a ticket and its order or recharge, beside the conversation. */
export function TicketContext({ ticket }: { ticket: Ticket }) {
  const t = useStore(adminTicketTexts);
  return (
    <Stack
      as="aside"
      aria-label={t.customerAndOrder}
      alignSelf="start"
      position="sticky"
      top="calc(var(--under-bar) + 1rem)"
      maxH="calc(100dvh - var(--under-bar) - 2rem)"
      overflowY="auto"
      gap="0"
      borderWidth="1px"
      borderRadius="l3"
      css={divided}
    >
      <Parts ticket={ticket} />
    </Stack>
  );
}

/** The same on a narrow screen: one line above the conversation, which opens. */
export function TicketContextFolded({ ticket }: { ticket: Ticket }) {
  useStore(adminTicketTexts);
  const { user } = ticket;
  const facts = useCustomer(user.id);
  return (
    <Folded>
      <summary>
        <Span fontWeight="semibold" truncate minW="0">
          {user.name}
        </Span>
        {facts && <MoneyText balanceNanos={facts.balanceNanos} />}
        <Span whiteSpace="nowrap">{aboutOf(ticket)?.words}</Span>
        <Box asChild ms="auto" flexShrink="0" color="fg.muted">
          <LuChevronDown aria-hidden />
        </Box>
      </summary>
      <Box css={divided}>
        <Parts ticket={ticket} />
      </Box>
    </Folded>
  );
}

const divided = { '& > section': { p: '4', _notFirst: { borderTopWidth: '1px' } } } as const;

const Folded = chakra('details', {
  base: {
    mb: '6',
    borderWidth: '1px',
    borderRadius: 'l2',
    '& > summary': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '4',
      minH: '11',
      cursor: 'pointer',
      listStyle: 'none',
      focusVisibleRing: 'inside',
      '&::-webkit-details-marker': { display: 'none' },
    },
    '&[open] > summary': { borderBottomWidth: '1px', '& > svg': { transform: 'rotate(180deg)' } },
  },
});

function Parts({ ticket }: { ticket: Ticket }) {
  const { user, orderId, rechargeId } = ticket;
  return (
    <>
      {orderId !== null && <TicketOrder id={orderId} />}
      {rechargeId !== null && <TicketRecharge id={rechargeId} />}
      <Customer user={user} />
      <LastOrders userId={user.id} />
    </>
  );
}

function useCustomer(id: number) {
  return trpc.admin.users.get.useQuery({ id }, { refetchInterval: usePollMs() }).data;
}

function Customer({ user }: { user: Ticket['user'] }) {
  const t = useStore(adminTicketTexts);
  const words = useStore(adminTexts);
  const { openOf } = useStore(queueTexts);
  const facts = useCustomer(user.id);
  const counted = (all: number, open: number) => (open > 0 ? openOf({ count: all, open }) : formatCount(all));
  const tickets = facts && counted(facts.counts.tickets, facts.counts.openTickets);
  const waiting = <Skeleton as="span" display="inline-block" w="24" h="4" />;
  return (
    <Part title={t.customer}>
      <Flex gap="3" align="center">
        <UserAvatar name={user.name} image={facts?.image ?? null} size="sm" />
        <Box minW="0" flex="1">
          <Link asChild fontWeight="semibold" variant="plain" _hover={{ textDecoration: 'underline' }}>
            <AppLink to={userPath(user.id)}>{user.name}</AppLink>
          </Link>
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            @{user.userName}
          </Text>
        </Box>
        {facts?.blocked && (
          <StatusBadge tone="red" small icon={<LuBan />}>
            {t.blocked}
          </StatusBadge>
        )}
      </Flex>
      <DetailsFacts
        size="sm"
        facts={[
          {
            label: words.balance,
            value: facts ? <MoneyText balanceNanos={facts.balanceNanos} fontWeight="semibold" /> : waiting,
          },
          { label: words.orders, value: facts ? counted(facts.counts.orders, facts.counts.openOrders) : waiting },
          {
            label: words.tickets,
            value: tickets ? (
              <Link asChild variant="underline">
                <AppLink
                  to={`${paths.manageTickets}?status=all&user=${user.id}`}
                  aria-label={`${t.allTheirTickets}: ${tickets}`}
                >
                  {tickets}
                </AppLink>
              </Link>
            ) : (
              waiting
            ),
          },
        ]}
      />
      <Button asChild size="sm" variant="outline">
        <AppLink to={userPath(user.id, GIVE_BALANCE)}>
          <LuWallet aria-hidden /> {t.giveBalance}
        </AppLink>
      </Button>
    </Part>
  );
}

const LAST_ORDERS = 4;

function LastOrders({ userId }: { userId: number }) {
  const t = useStore(adminTicketTexts);
  const { none } = useStore(queueTexts);
  const { data } = trpc.admin.orders.list.useQuery({ userId, limit: LAST_ORDERS });
  return (
    <Part title={t.lastOrders}>
      <Stack as="ul" listStyleType="none" gap="2.5" textStyle="sm">
        {data?.items.map(({ id, serviceId, serviceName, chargeNanos, status, createdAt }) => (
          <li key={id}>
            <Flex gap="2" align="center" fontVariantNumeric="tabular-nums">
              <Link asChild variant="underline">
                <AppLink to={managedOrderPath(id)}>#{id}</AppLink>
              </Link>
              <OrderStatusBadge status={status} audience="admin" quiet />
              <MoneyText nanos={chargeNanos} ms="auto" />
            </Flex>
            <Flex gap="2" justify="space-between" textStyle="xs" color="fg.muted">
              <Box minW="0">
                <ServiceName id={serviceId} name={serviceName} lines={1} />
              </Box>
              <Ago at={createdAt} />
            </Flex>
          </li>
        ))}
        {data?.items.length === 0 && <li>{none}</li>}
      </Stack>
    </Part>
  );
}
