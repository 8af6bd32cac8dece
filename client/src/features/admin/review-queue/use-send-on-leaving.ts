import { useEffect } from 'react';
import { sendNow } from './pending-decisions.ts';

/** Waiting decisions are sent when the page is left: they can't be undone without their rows. */
export function useSendOnLeaving(): void {
  useEffect(() => () => void sendNow(), []);
}
