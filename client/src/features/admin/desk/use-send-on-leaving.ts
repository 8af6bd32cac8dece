import { useEffect } from 'react';
import { sendNow } from './outbox.ts';

/** Sends what waits as soon as the page makes room for another one: where its rows are gone, so is what could be undone there. */
export function useSendOnLeaving(): void {
  useEffect(() => () => void sendNow(), []);
}
