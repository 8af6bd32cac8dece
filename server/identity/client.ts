import type { Device } from './devices.ts';

/** Where a request came from, as far as a session cares. */
export interface Client {
  address: string;
  userAgent: string | null;
  /** Where somebody has logged in there before. */
  device?: Device | undefined;
}
