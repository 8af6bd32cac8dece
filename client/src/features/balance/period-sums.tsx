import { Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { MoneyText } from '../../components/money-text.tsx';
import { walletTexts } from '../../i18n/en/wallet.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Period } from './use-period.ts';

/** What came in and went out within the chosen period. */
export function PeriodSums({ period }: { period: Period }) {
  const t = useStore(walletTexts);
  const { data } = trpc.balance.statementSums.useQuery(period);
  if (!data) return null;
  return (
    <Flex as="dl" gap="6" wrap="wrap" mb="4" px="4" py="3" borderWidth="1px" borderRadius="l2">
      <Flex gap="2" align="baseline">
        <Text as="dt" color="fg.muted" textStyle="sm">
          {t.cameIn}
        </Text>
        <MoneyText as="dd" sum={data.cameIn} sign="+" fontWeight="semibold" color="fg.success" />
      </Flex>
      <Flex gap="2" align="baseline">
        <Text as="dt" color="fg.muted" textStyle="sm">
          {t.wentOut}
        </Text>
        <MoneyText as="dd" sum={data.wentOut} sign="−" fontWeight="semibold" />
      </Flex>
    </Flex>
  );
}
