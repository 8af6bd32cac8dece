import { deviceStorage } from '../../../lib/storage.ts';

const STORAGE_KEY = 'decisionWait';
const WAIT_MS = 8000;

/** How long a decision can be undone on this browser before it is sent. */
export function decisionWaitMs(): number {
  return isDecisionWaitOn() ? WAIT_MS : 0;
}

export function isDecisionWaitOn(): boolean {
  return deviceStorage.read(STORAGE_KEY) !== 'off';
}

export function setDecisionWait(isOn: boolean): void {
  if (isOn) deviceStorage.forget(STORAGE_KEY);
  else deviceStorage.keep(STORAGE_KEY, 'off');
}
