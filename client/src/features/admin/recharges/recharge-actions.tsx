import { Button } from '@chakra-ui/react';
import { lazy } from 'react';
import { DecideButtons } from '../review-queue/decide-buttons.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { useIsTable } from '../use-is-table.ts';
import { type Recharge, rechargeActions } from './recharge-decisions.tsx';

const ReverseDialog = lazy(() => import('./reverse-dialog.tsx'));

interface RechargeActionsProps {
  recharge: Recharge;
  queue: QueueHandle<Recharge>;
  /** Whether the recharge's details are open around it. */
  inDetails?: boolean;
}

/** Approve and Reject, and Reverse for an approved recharge. */
export function RechargeActions({ recharge, queue, inDetails = false }: RechargeActionsProps) {
  const large = !useIsTable() || inDetails;
  const isReversible = recharge.status === 'approved' && recharge.reversedAt === null;
  const close = () => queue.showDialog(undefined);
  return (
    <DecideButtons queue={queue} actions={rechargeActions} row={recharge} large={large}>
      {isReversible && (
        <Button
          {...(large ? { size: 'md', flex: '1' } : { size: '2xs', h: '7', px: '2' })}
          variant={large ? 'outline' : 'ghost'}
          aria-label={`Reverse recharge ${recharge.id}`}
          onClick={() => queue.showDialog(<ReverseDialog recharge={recharge} onClose={close} />)}
        >
          Reverse…
        </Button>
      )}
    </DecideButtons>
  );
}
