import type { Device } from './devices.ts';

/** Where a request came from, as far as a session cares. */
export interface Client {
  address: string;
  userAgent: string | null;
  /** Where somebody has logged in there before; read when it is asked for. A getter would make each object one of its own kind. */
  device?: () => Device | undefined;
}
