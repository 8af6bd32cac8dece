import { Flex, Skeleton, Span, Stack, Text } from '@chakra-ui/react';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { UserLink } from '../user-link.tsx';
import { DetailFacts } from './detail-facts.tsx';
import { DetailSection } from './detail-section.tsx';

const LAST_RECHARGES = 3;

/** Who is to be decided about: the balance, what they have ordered and asked, and how they last paid. */
export function CustomerFacts({ user }: { user: { id: number; userName: string; name?: string } }) {
  const { data: facts } = trpc.admin.users.get.useQuery({ id: user.id }, { refetchInterval: usePollMs() });
  const { getNextPageParam } = pagedList;
  const query = trpc.admin.recharges.list.useInfiniteQuery(
    { userId: user.id, limit: LAST_RECHARGES },
    { getNextPageParam },
  );
  const recharges = useRows(query);
  const waiting = <Skeleton as="span" display="inline-block" w="24" h="4" />;
  return (
    <DetailSection title="Customer">
      <DetailFacts
        facts={[
          { label: 'User Name', value: <UserLink user={user} /> },
          {
            label: 'Balance',
            value: facts ? <MoneyText balanceNanos={facts.balanceNanos} fontWeight="semibold" /> : waiting,
          },
          { label: 'Orders', value: facts ? counted(facts.counts.orders, facts.counts.openOrders) : waiting },
          { label: 'Tickets', value: facts ? counted(facts.counts.tickets, facts.counts.openTickets) : waiting },
        ]}
      />
      <Stack gap="1.5" textStyle="sm">
        <Text color="fg.muted">Last recharges</Text>
        <Stack as="ul" listStyleType="none" gap="1">
          {recharges.map(({ id, amountNanos, method, createdAt, ...recharge }) => (
            <Flex as="li" key={id} gap="3" align="center" wrap="wrap">
              <MoneyText nanos={amountNanos} />
              <Span color="fg.muted">{method}</Span>
              <RechargeStatusBadge recharge={recharge} quiet />
              <Span color="fg.muted" ms="auto">
                <Ago at={createdAt} />
              </Span>
            </Flex>
          ))}
          {recharges.length === 0 && <li>{query.isPending ? waiting : 'None'}</li>}
        </Stack>
      </Stack>
    </DetailSection>
  );
}

function counted(all: number, open: number): string {
  return open > 0 ? `${formatCount(all)}, ${formatCount(open)} open` : formatCount(all);
}
