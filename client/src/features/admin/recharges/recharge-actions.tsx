import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { lazy } from 'react';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { DecideButtons, useDecideLook } from '../review-queue/decide-buttons.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import type { Recharge } from './recharge.ts';
import { rechargeActions } from './recharge-decisions.tsx';

const ReverseDialog = lazy(() => import('./reverse-dialog.tsx'));

interface RechargeActionsProps {
  recharge: Recharge;
  queue: QueueHandle<Recharge>;
  /** Whether the recharge's details are open around it. */
  inDetails?: boolean;
}

/** Approve and Reject, and Reverse for an approved recharge. */
export function RechargeActions({ recharge, queue, inDetails = false }: RechargeActionsProps) {
  const t = useStore(adminRechargeTexts);
  const { isLarge, ...look } = useDecideLook(inDetails);
  const isReversible = recharge.status === 'approved' && recharge.reversedAt === null;
  const close = () => queue.showDialog(undefined);
  return (
    <DecideButtons queue={queue} actions={rechargeActions} row={recharge} inDetails={inDetails}>
      {isReversible && (
        <Button
          {...look}
          variant={isLarge ? 'outline' : 'ghost'}
          aria-label={t.reverseWhat({ id: String(recharge.id) })}
          onClick={() => queue.showDialog(<ReverseDialog recharge={recharge} onClose={close} />)}
        >
          {t.reverseIt}
        </Button>
      )}
    </DecideButtons>
  );
}
