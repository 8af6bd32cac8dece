import { DecideButtons } from '../desk/decide-buttons.tsx';
import { type Recharge, useRechargeDeskStore } from './recharge-desk.ts';

/** Approve and Reject. @param large wide buttons for fingers */
export function RechargeActions({ recharge, large }: { recharge: Recharge; large: boolean }) {
  const store = useRechargeDeskStore();
  return <DecideButtons store={store} row={recharge} label={`recharge ${recharge.id}`} large={large} />;
}
