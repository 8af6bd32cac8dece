import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { session } from '../../../lib/session.ts';
import { deviceStorage } from '../../../lib/storage.ts';

/** On this device, for each of its users: the newest result that was read or dismissed. Older ones are not announced. */
const seenKey = () => `jobSeen:${session.get().user?.id ?? ''}`;
const readSeen = () => Number(deviceStorage.read(seenKey())) || 0;
/** Changes with it. */
const $writes = atom(0);

/** The id of the newest job whose result was read or dismissed. */
export function useSeenJob(): number {
  useStore($writes);
  return readSeen();
}

/** Marks the result of a job as read on this device. */
export function markJobSeen(id: number): void {
  deviceStorage.keep(seenKey(), String(Math.max(id, readSeen())));
  $writes.set($writes.get() + 1);
}
