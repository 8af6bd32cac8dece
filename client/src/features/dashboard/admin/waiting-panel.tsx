import { Box, Flex, Grid, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuCircleCheck } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatAgo, formatMoment } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import { useNow } from '../../../lib/use-now.ts';

/** Links to the orders and recharges that wait for a decision. */
export function WaitingPanel({ recharges, orders }: { recharges: Queue; orders: Queue }) {
  const t = useStore(shopTexts);
  return (
    <Box as="section" aria-labelledby="waiting">
      <Heading as="h2" size="md" id="waiting" mb="3">
        {t.waiting}
      </Heading>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        <Waiting
          queue={recharges}
          words={t.recharges({ count: recharges.count })}
          none={t.noRecharges}
          to={paths.manageRecharges}
          oldestTo={(id) => `${paths.manageRecharges}?recharge=${id}`}
        />
        <Waiting
          queue={orders}
          words={t.orders({ count: orders.count })}
          none={t.noOrders}
          to={paths.manageOrders}
          oldestTo={(id) => `${paths.manageOrders}?order=${id}`}
        />
      </Grid>
    </Box>
  );
}

/** The number of waiting rows, and the oldest. */
interface Queue {
  count: number;
  oldest: { id: number; createdAt: string } | null;
}

interface WaitingProps {
  queue: Queue;
  /** Next to the count. */
  words: string;
  /** For a count of 0. */
  none: string;
  to: string;
  /** The oldest one, opened next to the list. */
  oldestTo: (id: number) => string;
}

function Waiting({ queue: { count, oldest }, words, none, to, oldestTo }: WaitingProps) {
  const isDone = count === 0;
  return (
    <Flex
      align="stretch"
      minH="14"
      borderWidth="1px"
      borderRadius="l2"
      overflow="hidden"
      borderColor={isDone ? 'border' : 'brand.border'}
      bg={isDone ? undefined : 'brand.subtle'}
    >
      <Flex
        asChild
        flex="1"
        minW="0"
        align="center"
        gap={{ base: '2', lg: '3' }}
        px={{ base: '3', lg: '5' }}
        css={cell}
      >
        <AppLink to={to}>
          {isDone ? (
            <Box color="fg.success" aria-hidden>
              <LuCircleCheck />
            </Box>
          ) : (
            <Text fontSize="xl" fontWeight="semibold" fontVariantNumeric="tabular-nums">
              {formatCount(count)}
            </Text>
          )}
          <Text flex="1">{isDone ? none : words}</Text>
          {!oldest && <LuArrowRight aria-hidden />}
        </AppLink>
      </Flex>
      {oldest && (
        <Flex
          asChild
          align="center"
          gap="2"
          px={{ base: '3', lg: '4' }}
          borderStartWidth="1px"
          borderColor="brand.border"
          textStyle="sm"
          whiteSpace="nowrap"
          css={cell}
        >
          <AppLink to={oldestTo(oldest.id)}>
            <Span>
              <Span hideBelow="lg">Oldest </Span>#{oldest.id} · <Age since={oldest.createdAt} />
            </Span>
            <Box asChild display={{ base: 'block', sm: 'none', lg: 'block' }}>
              <LuArrowRight aria-hidden />
            </Box>
          </AppLink>
        </Flex>
      )}
    </Flex>
  );
}

function Age({ since }: { since: string }) {
  useStore($timeZone);
  const now = useNow();
  return (
    <time dateTime={since} title={formatMoment(since)}>
      {formatAgo(since, now)}
    </time>
  );
}

const cell = { '&:hover': { bg: 'bg.muted' }, focusVisibleRing: 'inside' } as const;
