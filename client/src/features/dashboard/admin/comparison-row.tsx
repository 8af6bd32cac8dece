import { Flex, Grid, Skeleton, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import { LuArrowDown, LuArrowUp } from 'react-icons/lu';
import { drawnDollars } from '#shared/money-sum.ts';
import type { PeriodFigures, ShopMoneyInput } from '#shared/stats.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatSum } from '../../../lib/money.ts';
import { paths } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { Sparkline } from '../sparkline.tsx';

const REFRESH_MS = 15_000;

type FigureName = keyof PeriodFigures;

/** The figures with links to their rows. A list with a filter of days gets the period's. */
const figures: readonly { name: FigureName; to: string; isDated: boolean }[] = [
  { name: 'received', to: `${paths.manageRecharges}?status=approved`, isDated: true },
  { name: 'charged', to: `${paths.manageOrders}?status=all`, isDated: true },
  { name: 'orders', to: `${paths.manageOrders}?status=all`, isDated: true },
  { name: 'customers', to: paths.manageUsers, isDated: false },
];

interface ComparisonRowProps {
  input: ShopMoneyInput;
  period: { from?: string; to?: string };
}

/** The period's main figures, each with its change against the period before and its course. */
export function ComparisonRow({ input, period }: ComparisonRowProps) {
  const t = useStore(shopTexts);
  const { data, error, refetch } = trpc.admin.comparison.useQuery(input, {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const within = new URLSearchParams(period).toString();
  return (
    <Grid
      as="section"
      aria-label={t.comparison}
      templateColumns={{ base: '1fr 1fr', lg: 'repeat(4, minmax(0, 1fr))' }}
      borderWidth="1px"
      borderRadius="l3"
      overflow="hidden"
      // The lines between the cells, for any number of columns.
      gap="1px"
      bg="border"
      fontVariantNumeric="tabular-nums"
    >
      {figures.map(({ name, to, isDated }) => (
        <Flex
          key={name}
          asChild
          direction="column"
          minW="0"
          bg="bg"
          px={{ base: '3', sm: '4', md: '5' }}
          pt={{ base: '3', md: '4' }}
          gap="1"
          _hover={{ bg: 'bg.subtle' }}
          focusVisibleRing="inside"
        >
          <AppLink to={isDated && within ? `${to}&${within}` : to}>
            <Text color="fg.muted" textStyle="sm">
              {t[name === 'orders' ? 'ordersPlaced' : name]}
            </Text>
            {data ? (
              <>
                <Text
                  fontSize={{ base: 'xl', md: '2xl' }}
                  lineHeight="2rem"
                  fontWeight="semibold"
                  overflowWrap="anywhere"
                >
                  {shown(name, data.now)}
                </Text>
                {data.before && <Change name={name} now={data.now} before={data.before} />}
              </>
            ) : (
              <>
                <Skeleton h="8" w="70%" />
                <Skeleton h="5" w="50%" />
              </>
            )}
            <Sparkline
              values={data?.course.map((part) => drawn(name, part)) ?? []}
              h={{ base: '7', md: '10' }}
              mt="auto"
              mx={{ base: '-3', sm: '-4', md: '-5' }}
            />
          </AppLink>
        </Flex>
      ))}
    </Grid>
  );
}

interface ChangeProps {
  name: FigureName;
  now: PeriodFigures;
  before: PeriodFigures;
}

/** "+12% from $2,850.00": the change against the period before, by arrow, sign and colour. */
function Change({ name, now, before }: ChangeProps) {
  const t = useStore(shopTexts);
  const [value, past] = [drawn(name, now), drawn(name, before)];
  const percent = past === 0 ? 0 : Math.round(((value - past) / past) * 100);
  const direction = Math.sign(past === 0 ? value : percent);
  const look = direction > 0 ? looks.more : direction < 0 ? looks.less : looks.same;
  return (
    <Flex align="center" columnGap="2" textStyle="sm" lineHeight="1.25rem" wrap="wrap">
      <Flex as="span" align="center" gap="0.5" color={look.colour} fontWeight="semibold" whiteSpace="nowrap">
        {look.icon && <look.icon aria-hidden />}
        {past > 0 && `${look.sign}${formatCount(Math.abs(percent))}%`}
      </Flex>
      <Span color="fg.muted" textStyle="xs">
        {t.from({ before: shown(name, before) })}
      </Span>
    </Flex>
  );
}

const looks = {
  more: { colour: 'fg.success', icon: LuArrowUp, sign: '+' },
  less: { colour: 'fg.error', icon: LuArrowDown, sign: '−' },
  same: { colour: 'fg.muted', icon: undefined, sign: '' },
};

function shown(name: FigureName, figure: PeriodFigures): string {
  return name === 'received' || name === 'charged' ? formatSum(figure[name]) : formatCount(figure[name]);
}

/** Approximate, for lines and percentages. */
function drawn(name: FigureName, figure: PeriodFigures): number {
  return name === 'received' || name === 'charged' ? drawnDollars(figure[name]) : figure[name];
}
