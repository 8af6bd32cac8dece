import { Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { addSums, drawnDollars } from '#shared/money-sum.ts';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { useTopNames } from '../../components/use-shop-categories.ts';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { $language } from '../../i18n/language.ts';
import { formatCount } from '../../lib/format.ts';
import { useIsWide } from '../../lib/media.ts';
import { formatSum } from '../../lib/money.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { monthName, shortMonth } from './months.ts';

type Own = Outputs['stats']['mine'];

/** Others are summed. */
const MAX_PLATFORMS = 5;

/** A customer's orders of each month, and the platforms they spend on: bars next to their numbers, so they need no table. */
export function OwnCourse({ months, spentByPlatform }: Pick<Own, 'months' | 'spentByPlatform'>) {
  const t = useStore(dashboardTexts);
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'minmax(0, 1fr)' }} gap="4">
      <Panel title={t.ordersPerMonth}>
        <Months months={months} />
      </Panel>
      <Panel title={t.spentByPlatform}>
        {spentByPlatform.length > 0 ? (
          <Platforms parts={spentByPlatform} />
        ) : (
          <Text color="fg.muted">{t.nothingSpent}</Text>
        )}
      </Panel>
    </Grid>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  const t = useStore(dashboardTexts);
  return (
    <Flex
      as="section"
      aria-label={title}
      direction="column"
      gap="4"
      borderWidth="1px"
      borderRadius="l3"
      px={{ base: '4', md: '5' }}
      py="4"
      fontVariantNumeric="tabular-nums"
    >
      <Flex align="baseline" justify="space-between" gap="3" wrap="wrap">
        <Heading as="h2" size="md">
          {title}
        </Heading>
        <Text textStyle="xs" color="fg.muted">
          {t.sixMonths}
        </Text>
      </Flex>
      {children}
    </Flex>
  );
}

function Months({ months }: Pick<Own, 'months'>) {
  const t = useStore(dashboardTexts);
  const language = useStore($language);
  const isWide = useIsWide();
  const most = Math.max(1, ...months.map(({ orders }) => orders));
  return (
    <Grid
      as="ol"
      listStyleType="none"
      templateColumns={`repeat(${months.length}, minmax(0, 1fr))`}
      flex="1"
      css={columns}
    >
      {months.map(({ month, orders, spent }) => (
        <li
          key={month}
          data-empty={orders === 0 || undefined}
          // For a mouse only.
          title={
            isWide ? t.monthSummary({ month: monthName(month, language), orders, spent: formatSum(spent) }) : undefined
          }
        >
          <b>{formatCount(orders)}</b>
          <span aria-hidden>
            <i style={{ height: `${(orders / most) * 100}%` }} />
          </span>
          <small>{shortMonth(month, language)}</small>
        </li>
      ))}
    </Grid>
  );
}

/** Plain elements: a styled one takes a phone a millisecond, and there are fifty. */
const columns = {
  gap: '2',
  '& li': { display: 'flex', flexDirection: 'column', alignItems: 'center', justifyContent: 'end' },
  '& b': { fontSize: 'sm', fontWeight: 'semibold' },
  '& span': {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'end',
    width: 'full',
    flex: '1',
    minHeight: '20',
  },
  '& i': { width: 'full', minHeight: '0.5', borderTopRadius: 'l1', bg: 'fg' },
  // The current month is incomplete.
  '& li:last-of-type i': { opacity: 0.45 },
  '& [data-empty] b': { color: 'fg.muted' },
  '& [data-empty] i': { bg: 'border', opacity: 1 },
  '& small': { fontSize: 'xs', color: 'fg.muted', mt: '1.5', whiteSpace: 'nowrap' },
} as const;

function Platforms({ parts }: { parts: Own['spentByPlatform'] }) {
  const t = useStore(dashboardTexts);
  const nameOf = useTopNames();
  const named = parts.filter(({ platform }) => platform !== 'feature').slice(0, MAX_PLATFORMS);
  const others = addSums(parts.filter((part) => !named.includes(part)).map(({ spent }) => spent));
  const most = Math.max(...[...named.map(({ spent }) => spent), others].map(drawnDollars));
  return (
    <Stack as="ul" listStyleType="none" gap="2.5" css={bars}>
      {named.map(({ platform, spent }) => (
        <Part key={platform} name={nameOf(platform)} icon={platform} spent={spent} most={most} />
      ))}
      {others !== '0' && <Part name={t.otherPlatforms} icon="feature" spent={others} most={most} />}
    </Stack>
  );
}

const bars = {
  '& li': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto', columnGap: '3', alignItems: 'center' },
  '& li > svg': { gridRow: 'span 2' },
  '& li > span': { fontSize: 'sm' },
  '& div': { gridColumn: '2 / -1', mt: '1', h: '1.5', bg: 'bg.subtle', borderRadius: 'l1', overflow: 'hidden' },
  '& i': { display: 'block', h: 'full', bg: 'fg', borderRadius: 'l1' },
} as const;

interface PartProps {
  name: string;
  /** The slug of a category. */
  icon: string;
  spent: Own['spentByPlatform'][number]['spent'];
  /** The sum of the longest bar. */
  most: number;
}

function Part({ name, icon, spent, most }: PartProps) {
  return (
    <li>
      <CategoryIcon category={icon} />
      <span>{name}</span>
      <MoneyText sum={spent} />
      <div aria-hidden>
        <i style={{ width: `${(drawnDollars(spent) / most) * 100}%` }} />
      </div>
    </li>
  );
}
