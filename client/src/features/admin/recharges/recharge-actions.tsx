import { Button } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { DecideButtons } from '../desk/decide-buttons.tsx';
import { type Recharge, useRechargeDeskStore } from './recharge-desk.ts';

const ReverseDialog = lazy(() => import('./reverse-dialog.tsx'));

/** Approve and Reject, and of an approved one Reverse. @param large wide buttons for fingers */
export function RechargeActions({ recharge, large }: { recharge: Recharge; large: boolean }) {
  const store = useRechargeDeskStore();
  const [reverses, setReverses] = useState(false);
  const label = `recharge ${recharge.id}`;
  const isReversible = recharge.status === 'approved' && recharge.reversedAt === null;
  return (
    <>
      <DecideButtons store={store} row={recharge} label={label} large={large}>
        {isReversible && (
          <Button
            {...(large ? { size: 'md', flex: '1' } : { size: '2xs', h: '7', px: '2' })}
            variant={large ? 'outline' : 'ghost'}
            aria-label={`Reverse ${label}`}
            onClick={() => setReverses(true)}
          >
            Reverse…
          </Button>
        )}
      </DecideButtons>
      <Suspense>{reverses && <ReverseDialog recharge={recharge} onClose={() => setReverses(false)} />}</Suspense>
    </>
  );
}
