import { Box, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { addSums, drawnDollars } from '#shared/money-sum.ts';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { categoryTexts } from '../../i18n/en/common.ts';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { $language } from '../../i18n/language.ts';
import { formatCount } from '../../lib/format.ts';
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
  const most = Math.max(1, ...months.map(({ orders }) => orders));
  return (
    <Grid as="ol" listStyleType="none" templateColumns={`repeat(${months.length}, minmax(0, 1fr))`} gap="2" flex="1">
      {months.map(({ month, orders, spent }, at) => (
        <Flex
          as="li"
          key={month}
          direction="column"
          align="center"
          justify="end"
          title={t.monthSummary({ month: monthName(month, language), orders, spent: formatSum(spent) })}
        >
          <Text textStyle="sm" fontWeight="semibold" color={orders === 0 ? 'fg.muted' : undefined}>
            {formatCount(orders)}
          </Text>
          <Flex direction="column" justify="end" w="full" flex="1" minH="20" aria-hidden>
            <Box
              w="full"
              minH="0.5"
              borderTopRadius="l1"
              bg={orders === 0 ? 'border' : 'fg'}
              // The current month is incomplete.
              opacity={at === months.length - 1 ? 0.45 : 1}
              style={{ height: `${(orders / most) * 100}%` }}
            />
          </Flex>
          <Text textStyle="xs" color="fg.muted" mt="1.5" whiteSpace="nowrap">
            {shortMonth(month, language)}
          </Text>
        </Flex>
      ))}
    </Grid>
  );
}

function Platforms({ parts }: { parts: Own['spentByPlatform'] }) {
  const t = useStore(dashboardTexts);
  const names = useStore(categoryTexts);
  const named = parts.filter(({ platform }) => platform !== 'feature').slice(0, MAX_PLATFORMS);
  const others = addSums(parts.filter((part) => !named.includes(part)).map(({ spent }) => spent));
  const most = Math.max(...[...named.map(({ spent }) => spent), others].map(drawnDollars));
  return (
    <Stack as="ul" listStyleType="none" gap="2.5">
      {named.map(({ platform, spent }) => (
        <Part key={platform} name={names[platform]} icon={platform} spent={spent} most={most} />
      ))}
      {others !== '0' && <Part name={t.otherPlatforms} icon="feature" spent={others} most={most} />}
    </Stack>
  );
}

interface PartProps {
  name: string;
  icon: Own['spentByPlatform'][number]['platform'];
  spent: Own['spentByPlatform'][number]['spent'];
  /** The sum of the longest bar. */
  most: number;
}

function Part({ name, icon, spent, most }: PartProps) {
  return (
    <Grid as="li" templateColumns="auto minmax(0, 1fr)" columnGap="3" alignItems="center">
      <CategoryIcon category={icon} />
      <Box>
        <Flex justify="space-between" gap="3" textStyle="sm">
          <Text>{name}</Text>
          <MoneyText sum={spent} />
        </Flex>
        <Box mt="1" h="1.5" bg="bg.subtle" borderRadius="l1" overflow="hidden" aria-hidden>
          <Box h="full" bg="fg" borderRadius="l1" style={{ width: `${(drawnDollars(spent) / most) * 100}%` }} />
        </Box>
      </Box>
    </Grid>
  );
}
