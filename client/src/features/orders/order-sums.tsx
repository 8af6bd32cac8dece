import { Box, Button, type ButtonProps, Flex, Grid, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuPlus } from 'react-icons/lu';
import { type Nanos, subtract } from '#shared/money.ts';
import { AppLink } from '../../components/app-link.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { formatShortfall } from '../../lib/money.ts';
import { paths } from '../../lib/paths.ts';

interface OrderSumsProps {
  /** Null if the amount is too large, undefined without a valid quantity. */
  chargeNanos: Nanos | null | undefined;
  /** Undefined until it is known. */
  balanceNanos: Nanos | undefined;
  /** Puts the charge first, with this label. */
  chargeLabel?: string;
  /** Without the present balance where room is short: below `xl`. */
  isBrief?: boolean;
}

/** The balance before and after an order, with its charge if that is displayed nowhere else. */
export function OrderSums({ chargeNanos, balanceNanos, chargeLabel, isBrief = false }: OrderSumsProps) {
  const t = useStore(orderDialogTexts);
  const afterNanos =
    balanceNanos === undefined || typeof chargeNanos !== 'number' ? null : subtract(balanceNanos, chargeNanos);
  const isShort = afterNanos !== null && afterNanos < 0;
  return (
    <Grid as="dl" templateColumns="1fr auto" columnGap="4" rowGap={isBrief ? { base: '0', xl: '1.5' } : '1.5'}>
      {chargeLabel && (
        <Pair
          label={chargeLabel}
          textStyle={isBrief ? { base: 'lg', xl: '2xl' } : 'xl'}
          fontWeight="semibold"
          lineHeight="1.3"
          aria-live="polite"
        >
          {chargeNanos === undefined ? '–' : chargeNanos === null ? t.tooLarge : <MoneyText nanos={chargeNanos} />}
        </Pair>
      )}
      <Pair label={t.balance} {...(isBrief && { hideBelow: 'xl' })}>
        {balanceNanos === undefined ? '$…' : <MoneyText balanceNanos={balanceNanos} />}
      </Pair>
      <Pair label={t.balanceAfter} {...(chargeLabel ? {} : { fontWeight: 'semibold' })} isWrong={isShort}>
        {afterNanos === null ? '–' : <MoneyText balanceNanos={afterNanos} />}
      </Pair>
    </Grid>
  );
}

interface PairProps extends Omit<React.ComponentProps<typeof Text>, 'children'> {
  label: string;
  isWrong?: boolean;
  children: ReactNode;
}

function Pair({ label, isWrong = false, hideBelow, children, ...figure }: PairProps) {
  return (
    <>
      <Text as="dt" color="fg.muted" alignSelf="baseline" hideBelow={hideBelow}>
        {label}
      </Text>
      <Text
        as="dd"
        textAlign="end"
        alignSelf="baseline"
        hideBelow={hideBelow}
        {...(isWrong && { color: 'fg.error' })}
        {...figure}
      >
        {children}
      </Text>
    </>
  );
}

/** Says by how much the balance is too small. */
export function ShortNote({ shortNanos }: { shortNanos: Nanos }) {
  const t = useStore(orderDialogTexts);
  return (
    <Box role="status" w="full" textStyle="sm" _empty={{ position: 'absolute' }}>
      {shortNanos > 0 && (
        <Text color="fg.muted">
          <Span fontWeight="semibold" color="fg.error">
            {t.notEnough}
          </Span>{' '}
          <Span>{t.needMore({ amount: formatShortfall(shortNanos) })}</Span>
        </Text>
      )}
    </Box>
  );
}

/** Leads to Add Balance with the amount that is missing, rounded up. */
export function AddBalanceButton({ shortNanos, ...button }: ButtonProps & { shortNanos: Nanos }) {
  const t = useStore(orderDialogTexts);
  return (
    <Button asChild colorPalette="brand" {...button}>
      <AppLink to={paths.addBalance} state={toAddAmount(shortNanos)}>
        <LuPlus aria-hidden /> {t.addBalance}
      </AppLink>
    </Button>
  );
}

/** A bar that stays at the bottom of the screen, and beside the fields of a wide screen a card. */
export function OrderFoot({ children }: { children: ReactNode }) {
  return (
    <Flex
      data-staying-foot
      direction="column"
      gap={{ base: '2', xl: '4' }}
      position={{ base: 'sticky', xl: 'static' }}
      bottom="var(--bottom-bar)"
      zIndex={{ base: 'docked', xl: 'auto' }}
      order={{ base: '2', xl: '0' }}
      mx={{ base: '-4', md: '-6', xl: '0' }}
      px={{ base: '4', md: '6' }}
      py={{ base: '2.5', xl: '6' }}
      bg="bg"
      borderTopWidth="1px"
      borderWidth={{ xl: '1px' }}
      borderRadius={{ xl: 'l3' }}
      alignSelf={{ xl: 'start' }}
      w={{ xl: 'full' }}
    >
      {children}
    </Flex>
  );
}
