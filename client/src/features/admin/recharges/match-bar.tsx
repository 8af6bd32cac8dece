import { Button, Flex } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuCheckCheck } from 'react-icons/lu';
import { sum } from '#shared/money.ts';
import { rechargeMatchTexts } from '../../../i18n/en/admin/recharge-matches.ts';
import { formatDollars } from '../../../lib/money.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import BulkDialog from '../review-queue/bulk-dialog.tsx';
import type { ViewBarProps } from '../review-queue/declaration.ts';
import type { Recharge } from './recharge.ts';
import { rechargeActions } from './recharge-decisions.tsx';

/** Approves all listed recharges whose messages agree in everything, as one job, after one question. */
export default function MatchBar({ rows, words, onOpenChange }: ViewBarProps<Recharge>) {
  const t = useStore(rechargeMatchTexts);
  const [asked, ask] = useState<{ rows: readonly Recharge[]; requestId: string }>();
  const agreeing = rows.filter(({ match }) => match && Object.values(match.checks).every(Boolean));
  const total = formatDollars(sum(agreeing.map(({ amountNanos }) => amountNanos)));
  const open = (next: typeof asked) => {
    ask(next);
    onOpenChange(next !== undefined);
  };
  return (
    <>
      {agreeing.length > 0 && (
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
            onClick={() => open({ rows: agreeing, requestId: newRequestId() })}
          >
            <LuCheckCheck aria-hidden /> {t.approveMatching({ count: agreeing.length, total })}
          </Button>
        </Flex>
      )}
      {asked && (
        <BulkDialog
          {...asked}
          kind="recharge"
          action={rechargeActions.approve}
          words={words}
          onStarted={() => open(undefined)}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}
