import { Box, Button, Flex, Grid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuPlus } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import type { AmountToAdd } from '../../lib/amount-to-add.ts';
import { useBalance } from '../../lib/balance.ts';
import { formatCount } from '../../lib/format.ts';
import { formatSum } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';
import type { Outputs } from '../../lib/trpc.ts';

interface OwnFiguresProps {
  stats: Pick<Outputs['stats']['mine'], 'ordersInProgress' | 'spentThisMonth'>;
  /** The amount that a pending order lacks. */
  missingAmount: AmountToAdd | undefined;
  /** Whether another button on the page is the prominent one. */
  isQuiet: boolean;
}

/** Balance, orders in progress and spending: the first part of the page. */
export function OwnFigures({ stats, missingAmount, isQuiet }: OwnFiguresProps) {
  const t = useStore(dashboardTexts);
  const balanceNanos = useBalance();
  return (
    <Grid
      templateColumns={{ base: '1fr 1fr', lg: '2fr 1fr 1fr' }}
      borderWidth="1px"
      borderRadius="l3"
      overflow="hidden"
      fontVariantNumeric="tabular-nums"
    >
      <Flex
        gridColumn={{ base: 'span 2', lg: 'auto' }}
        align="center"
        justify="space-between"
        columnGap="4"
        rowGap="3"
        wrap="wrap"
        px={{ base: '4', md: '6' }}
        py={{ base: '3', md: '6' }}
      >
        <Box minW="0">
          <Text color="fg.muted" textStyle={{ base: 'sm', md: 'md' }}>
            {t.balance}
          </Text>
          <Text
            fontSize={{ base: '3xl', md: '4xl' }}
            fontWeight="semibold"
            lineHeight="shorter"
            overflowWrap="anywhere"
          >
            {balanceNanos === undefined ? '$…' : <MoneyText balanceNanos={balanceNanos} whiteSpace="normal" />}
          </Text>
        </Box>
        <Button
          asChild
          size={{ base: 'md', md: 'lg' }}
          {...(isQuiet ? { variant: 'outline' } : { colorPalette: 'brand' })}
        >
          <AppLink to={paths.addBalance} state={missingAmount}>
            <LuPlus aria-hidden /> {t.addBalance}
          </AppLink>
        </Button>
      </Flex>
      <Figure
        label={t.inProgress}
        value={formatCount(stats.ordersInProgress)}
        to={`${paths.orderHistory}?status=processing`}
        borderTopWidth={{ base: '1px', lg: '0' }}
        borderStartWidth={{ lg: '1px' }}
      />
      <Figure
        label={t.spentThisMonth}
        value={formatSum(stats.spentThisMonth)}
        to={paths.statement}
        borderTopWidth={{ base: '1px', lg: '0' }}
        borderStartWidth="1px"
      />
    </Grid>
  );
}

interface FigureProps {
  label: ReactNode;
  value: string;
  /** The page with the figure's details. */
  to: string;
  borderTopWidth: object;
  borderStartWidth: object | string;
}

function Figure({ label, value, to, ...borders }: FigureProps) {
  return (
    <Flex
      asChild
      direction="column"
      justify="center"
      minW="0"
      px={{ base: '4', md: '6' }}
      py={{ base: '2.5', md: '4' }}
      _hover={{ bg: 'bg.subtle' }}
      _focusVisible={{ outlineOffset: '-2px' }}
      {...borders}
    >
      <AppLink to={to}>
        <Text color="fg.muted" textStyle={{ base: 'sm', md: 'md' }}>
          {label}
        </Text>
        <Text fontSize={{ base: 'xl', md: '2xl' }} fontWeight="semibold" overflowWrap="anywhere">
          {value}
        </Text>
      </AppLink>
    </Flex>
  );
}
