import { Button, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCheckCheck } from 'react-icons/lu';
import { sum } from '#shared/money.ts';
import { rechargeDetailsTexts } from '../../../i18n/en/admin/recharge-details.ts';
import { formatDollars } from '../../../lib/money.ts';
import type { ViewBarProps } from '../review-queue/declaration.ts';
import type { Recharge } from './recharge.ts';

/** Approves all listed recharges whose messages agree in everything, as one job, after one question. */
export default function MatchBar({ rows, approve }: ViewBarProps<Recharge>) {
  const t = useStore(rechargeDetailsTexts);
  const agreeing = rows.filter(({ match }) => match && Object.values(match.checks).every(Boolean));
  if (agreeing.length === 0) return null;
  const total = formatDollars(sum(agreeing.map(({ amountNanos }) => amountNanos)));
  return (
    <Flex
      position="sticky"
      bottom="calc(var(--bottom-bar) + var(--dock, 0px) + 1rem)"
      zIndex="docked"
      justify="center"
      mt="4"
      pointerEvents="none"
    >
      <Button
        size="lg"
        w={{ base: 'full', sm: 'auto' }}
        h="auto"
        minH="12"
        py="2"
        whiteSpace="normal"
        colorPalette="brand"
        pointerEvents="auto"
        onClick={() => approve(agreeing)}
      >
        <LuCheckCheck aria-hidden /> {t.approveMatching({ count: agreeing.length, total })}
      </Button>
    </Flex>
  );
}
