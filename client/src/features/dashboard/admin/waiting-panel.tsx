import { Box, Flex, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuArrowRight, LuCircleCheck } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatAgo, formatMoment } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { manageTicketPath, paths } from '../../../lib/paths.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { useNow } from '../../../lib/use-now.ts';

/** An admin should not let a customer wait longer. */
const LONG_MS = 24 * 3_600_000;

/** Links to the orders, recharges, requests and tickets that wait for an admin, each with its oldest. */
export function WaitingPanel({ stats }: { stats: Outputs['admin']['stats'] }) {
  const t = useStore(shopTexts);
  return (
    <Box as="section" aria-labelledby="waiting" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Heading as="h2" size="md" id="waiting" px={{ base: '3', sm: '4', md: '5' }} py="3">
        {t.waiting}
      </Heading>
      <Waiting
        count={stats.pendingRecharges}
        oldest={stats.oldestRecharge}
        words={t.recharges({ count: stats.pendingRecharges })}
        none={t.noRecharges}
        to={paths.manageRecharges}
        oldestTo={(id) => `${paths.manageRecharges}?recharge=${id}`}
      />
      <Waiting
        count={stats.pendingOrders}
        oldest={stats.oldestOrder}
        words={t.orders({ count: stats.pendingOrders })}
        none={t.noOrders}
        to={paths.manageOrders}
        oldestTo={(id) => `${paths.manageOrders}?order=${id}`}
      />
      <Waiting
        count={stats.openRequests}
        oldest={stats.oldestRequest}
        words={t.requests({ count: stats.openRequests })}
        none={t.noRequests}
        to={paths.manageRequests}
        oldestTo={(id) => `${paths.manageRequests}?request=${id}`}
      />
      <Waiting
        count={stats.openTickets}
        oldest={stats.oldestTicket}
        words={t.tickets({ count: stats.openTickets })}
        none={t.noTickets}
        to={paths.manageTickets}
        oldestTo={manageTicketPath}
      />
    </Box>
  );
}

interface WaitingProps {
  count: number;
  oldest: { id: number; createdAt: string } | null;
  /** Next to the count. */
  words: string;
  /** For a count of 0. */
  none: string;
  to: string;
  /** The page of the oldest one. */
  oldestTo: (id: number) => string;
}

function Waiting({ count, oldest, words, none, to, oldestTo }: WaitingProps) {
  const t = useStore(shopTexts);
  return (
    <Flex borderTopWidth="1px" minH="13" align="stretch" fontVariantNumeric="tabular-nums">
      <Cell to={to} isMain>
        {count === 0 ? (
          <Box color="fg.success" aria-hidden>
            <LuCircleCheck />
          </Box>
        ) : (
          <Text fontSize="xl" fontWeight="semibold">
            {formatCount(count)}
          </Text>
        )}
        <Text color={count === 0 ? 'fg.muted' : undefined}>{count === 0 ? none : words}</Text>
      </Cell>
      {oldest && (
        <Cell to={oldestTo(oldest.id)}>
          <Span textStyle="sm" whiteSpace="nowrap">
            <Span hideBelow="sm" color="fg.muted">
              {t.oldest}{' '}
            </Span>
            <Age since={oldest.createdAt} />
          </Span>
          <LuArrowRight aria-hidden />
        </Cell>
      )}
    </Flex>
  );
}

interface CellProps {
  to: string;
  isMain?: boolean;
  children: ReactNode;
}

function Cell({ to, isMain = false, children }: CellProps) {
  return (
    <Flex
      asChild
      flex={isMain ? '1' : undefined}
      minW="0"
      align="center"
      gap={{ base: '2', lg: '3' }}
      px={{ base: '3', sm: '4', md: '5' }}
      py="3"
      _hover={{ bg: 'bg.subtle' }}
      focusVisibleRing="inside"
    >
      <AppLink to={to}>{children}</AppLink>
    </Flex>
  );
}

/** Since when it waits; emphasized after a day. */
function Age({ since }: { since: string }) {
  useStore($timeZone);
  const now = useNow();
  const isLong = now - new Date(since).getTime() > LONG_MS;
  return (
    <Span asChild {...(isLong && { color: 'fg.warning', fontWeight: 'semibold' })}>
      <time dateTime={since} title={formatMoment(since)}>
        {formatAgo(since, now)}
      </time>
    </Span>
  );
}
