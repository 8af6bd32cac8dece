import { Box, Button, Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuPlus } from 'react-icons/lu';
import { type Nanos, negate, subtract } from '#shared/money.ts';
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
}

/** The balance before and after the order; a link to Add Balance if it is not enough. */
export function OrderSums({ chargeNanos, balanceNanos }: OrderSumsProps) {
  const t = useStore(orderDialogTexts);
  const afterNanos =
    balanceNanos === undefined || typeof chargeNanos !== 'number' ? null : subtract(balanceNanos, chargeNanos);
  const isShort = afterNanos !== null && afterNanos < 0;
  return (
    <Stack gap="0" borderWidth="1px" borderRadius="l2" overflow="clip">
      <Grid as="dl" templateColumns="1fr auto" columnGap="4" rowGap="1.5" px="4" py="3">
        <Text as="dt" color="fg.muted">
          {t.balance}
        </Text>
        <Text as="dd" textAlign="end">
          {balanceNanos === undefined ? '$…' : <MoneyText balanceNanos={balanceNanos} />}
        </Text>
        <Text as="dt" color="fg.muted">
          {t.balanceAfter}
        </Text>
        <Text as="dd" textAlign="end" fontWeight="semibold" {...(isShort ? { color: 'fg.error' } : {})}>
          {afterNanos === null ? '–' : <MoneyText balanceNanos={afterNanos} />}
        </Text>
      </Grid>
      {isShort && (
        <Flex
          role="status"
          align="center"
          justify="space-between"
          gap="3"
          wrap="wrap"
          px="4"
          py="3"
          bg="bg.error"
          borderTopWidth="1px"
        >
          <Box flex="1 1 12rem">
            <Text fontWeight="semibold" color="fg.error">
              {t.notEnough}
            </Text>
            <Text color="fg.muted">{t.needMore({ amount: formatShortfall(negate(afterNanos)) })}</Text>
          </Box>
          <Button asChild colorPalette="brand">
            <AppLink to={paths.addBalance} state={toAddAmount(negate(afterNanos))}>
              <LuPlus aria-hidden /> {t.addBalance}
            </AppLink>
          </Button>
        </Flex>
      )}
    </Stack>
  );
}
