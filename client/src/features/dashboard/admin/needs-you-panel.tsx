import { Box, Flex, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuArrowRight, LuCircleCheck, LuTriangleAlert } from 'react-icons/lu';
import { AppLink } from '../../../components/app-link.tsx';
import { attentionTexts, purchaseTexts } from '../../../i18n/en/admin/purchases.ts';
import { formatAgo, formatMoment } from '../../../lib/dates.ts';
import { manageTicketPath, paths } from '../../../lib/paths.ts';
import { useQueueCounts } from '../../../lib/queue-counts.ts';
import { $timeZone } from '../../../lib/time-zone.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { useNow } from '../../../lib/use-now.ts';

/** An admin should not let a customer wait longer. */
const LONG_MS = 24 * 3_600_000;

type Lines = Outputs['admin']['reports']['attention']['lines'];
type Stats = Outputs['admin']['stats'];

/** The shop itself does not work as it should. */
const redKinds = new Set<Lines[number]['kind']>(['no_alarm_address', 'background_down']);

/** The overview's one list of what needs an admin: a line a page with its number and a link to exactly its rows. */
export function NeedsYouPanel({ found, stats }: { found: Lines; stats: Stats }) {
  const t = useStore(purchaseTexts);
  const lines = useLines(found, stats);
  return (
    <Box as="section" aria-labelledby="needs-you" borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Heading as="h2" size="md" id="needs-you" px={{ base: '3', sm: '4', md: '5' }} py="3">
        {t.needsYou}
      </Heading>
      {lines.map((line, index) => (
        <Line key={line.to} {...line} isLoud={index === 0} />
      ))}
      {lines.length === 0 && (
        <Flex borderTopWidth="1px" px={{ base: '3', sm: '4', md: '5' }} py="3" gap="3" align="center" color="fg.muted">
          <Box color="fg.success" aria-hidden>
            <LuCircleCheck />
          </Box>
          {t.needsNothing}
        </Flex>
      )}
    </Box>
  );
}

interface LineProps {
  words: string;
  /** Empty if there is no page. */
  to: string;
  isRed?: boolean;
  /** The one that waits longest, and its page. */
  oldest?: { createdAt: string; to: string } | undefined;
}

function useLines(found: Lines, stats: Stats): LineProps[] {
  const t = useStore(purchaseTexts);
  const words = useStore(attentionTexts);
  const matching = useQueueCounts()?.recharges.matching ?? 0;
  const oldestOf: Partial<Record<Lines[number]['kind'], LineProps['oldest']>> = {
    recharges: pathOf(stats.oldestRecharge, (id) => `${paths.manageRecharges}?recharge=${id}`),
    requests: pathOf(stats.oldestRequest, (id) => `${paths.manageRequests}?request=${id}`),
    tickets: pathOf(stats.oldestTicket, manageTicketPath),
  };
  const wordsOf = ({ kind, count, href }: Lines[number]) => {
    const plain = words[kind === 'stuck' || kind === 'lines_waiting' ? partOf(href) : kind]({ count });
    return kind === 'recharges' && matching > 0 ? t.ofThemMatch({ recharges: plain, count: matching }) : plain;
  };
  const lines: LineProps[] = found.map((line) => ({
    words: wordsOf(line),
    to: line.href,
    isRed: redKinds.has(line.kind),
    oldest: oldestOf[line.kind],
  }));
  if (stats.pendingOrders > 0) {
    const afterRecharges = found.findLastIndex(({ kind }) => redKinds.has(kind) || kind === 'recharges') + 1;
    lines.splice(afterRecharges, 0, {
      words: t.orders({ count: stats.pendingOrders }),
      to: paths.manageOrders,
      oldest: pathOf(stats.oldestOrder, (id) => `${paths.manageOrders}?order=${id}`),
    });
  }
  return lines;
}

/** Kinds with several lines have one for each page. */
function partOf(href: string) {
  if (href.startsWith(paths.manageOrders)) return 'late';
  if (href.startsWith(paths.jobs)) return 'jobs';
  if (href.startsWith(paths.suppliers)) return href.endsWith('cheaper') ? 'cheaper' : 'dearer';
  return 'events';
}

function pathOf(row: { id: number; createdAt: string } | null, pathTo: (id: number) => string): LineProps['oldest'] {
  return row ? { createdAt: row.createdAt, to: pathTo(row.id) } : undefined;
}

function Line({ words, to, isRed = false, oldest, isLoud }: LineProps & { isLoud: boolean }) {
  const t = useStore(purchaseTexts);
  return (
    <Flex borderTopWidth="1px" minH="13" align="stretch" fontVariantNumeric="tabular-nums" {...(isRed && red)}>
      <Cell to={to} isMain>
        {isRed && (
          <Box aria-hidden flex="none">
            <LuTriangleAlert />
          </Box>
        )}
        <Text flex="1" minW="0" fontWeight={isLoud ? 'semibold' : undefined} fontSize={isLoud ? 'lg' : undefined}>
          {words}
        </Text>
        {!oldest && to && <LuArrowRight aria-hidden />}
      </Cell>
      {oldest && (
        <Cell to={oldest.to}>
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

const red = { color: 'fg.error', bg: 'bg.error' } as const;

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
      _hover={to ? { bg: 'bg.subtle' } : undefined}
      focusVisibleRing="inside"
    >
      {to ? <AppLink to={to}>{children}</AppLink> : <div>{children}</div>}
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
