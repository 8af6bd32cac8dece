import { DataList, Flex, Heading, Skeleton, Span, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { pagedList, useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { UserLink } from '../user-link.tsx';

export interface DetailsFact {
  label: string;
  value: ReactNode;
}

/** Facts, one per line. */
export function DetailsFacts({ facts, size = 'md' }: { facts: readonly DetailsFact[]; size?: 'sm' | 'md' }) {
  const isSmall = size === 'sm';
  return (
    <DataList.Root orientation="horizontal" size={size} gap={isSmall ? '1.5' : '2.5'}>
      {facts.map(({ label, value }) => (
        <DataList.Item key={label} alignItems="start">
          <DataList.ItemLabel minW={isSmall ? '20' : '28'}>{label}</DataList.ItemLabel>
          <DataList.ItemValue fontVariantNumeric="tabular-nums" minW="0">
            <Span overflowWrap="anywhere" minW="0">
              {value}
            </Span>
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList.Root>
  );
}

/** A part of the details with its own heading. */
export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="3">
      <Heading as="h3" size="sm">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

const LAST_RECHARGES = 3;

/** The customer's balance, orders, tickets and last recharges. */
export function CustomerFacts({ user }: { user: { id: number; userName: string; name?: string } }) {
  const t = useStore(queueTexts);
  const words = useStore(adminTexts);
  const { data: facts } = trpc.admin.users.get.useQuery({ id: user.id }, { refetchInterval: usePollMs() });
  const { getNextPageParam } = pagedList;
  const query = trpc.admin.recharges.list.useInfiniteQuery(
    { userId: user.id, limit: LAST_RECHARGES },
    { getNextPageParam },
  );
  const recharges = useRows(query);
  const waiting = <Skeleton as="span" display="inline-block" w="24" h="4" />;
  return (
    <DetailsSection title={t.customer}>
      <DetailsFacts
        facts={[
          { label: t.userName, value: <UserLink user={user} /> },
          {
            label: words.balance,
            value: facts ? <MoneyText balanceNanos={facts.balanceNanos} fontWeight="semibold" /> : waiting,
          },
          { label: words.orders, value: facts ? counted(facts.counts.orders, facts.counts.openOrders) : waiting },
          { label: words.tickets, value: facts ? counted(facts.counts.tickets, facts.counts.openTickets) : waiting },
        ]}
      />
      <Stack gap="1.5" textStyle="sm">
        <Text color="fg.muted">{t.lastRecharges}</Text>
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
          {recharges.length === 0 && <li>{query.isPending ? waiting : t.none}</li>}
        </Stack>
      </Stack>
    </DetailsSection>
  );
}

function counted(all: number, open: number): string {
  return open > 0 ? queueTexts.get().openOf({ count: all, open }) : formatCount(all);
}

interface CopyableLinkProps {
  link: string;
  /** What is copied, such as "link of the order". */
  label: string;
}

/** The link of an order, with a button that copies it. */
export function CopyableLink({ link, label }: CopyableLinkProps) {
  return (
    <Flex align="center" gap="1" minW="0">
      <OrderLink link={link} />
      <CopyButton size={{ base: 'sm', md: '2xs' }} my="-2" value={link} label={label} />
    </Flex>
  );
}
