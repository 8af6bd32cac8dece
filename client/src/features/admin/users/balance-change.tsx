import { Box, Flex, Text } from '@chakra-ui/react';
import { LuArrowRight } from 'react-icons/lu';
import { type Nanos, nanos } from '#shared/money.ts';
import { formatBalance } from '../../../lib/money.ts';

interface BalanceChangeProps {
  beforeNanos: Nanos;
  /** Null without a valid input. */
  amountNanos: Nanos | null;
}

/** A balance before and after; a dash for an impossible one. */
export function BalanceChange({ beforeNanos, amountNanos }: BalanceChangeProps) {
  const afterNanos = amountNanos ? beforeNanos + amountNanos : null;
  const isPossible = afterNanos !== null && afterNanos >= 0 && Number.isSafeInteger(afterNanos);
  return (
    <Flex align="center" gap="4" p="3" bg="bg.subtle" borderWidth="1px" borderRadius="l2" aria-live="polite">
      <Figure label="Before" text={formatBalance(beforeNanos)} />
      <Box color="fg.muted" aria-hidden>
        <LuArrowRight />
      </Box>
      <Figure label="After" text={isPossible ? formatBalance(nanos(afterNanos)) : '–'} strong />
    </Flex>
  );
}

function Figure({ label, text, strong = false }: { label: string; text: string; strong?: boolean }) {
  return (
    <Box minW="0">
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Text fontVariantNumeric="tabular-nums" fontWeight={strong ? 'semibold' : undefined} overflowWrap="anywhere">
        {text}
      </Text>
    </Box>
  );
}
