import type { Device } from './devices.ts';

/** The origin of a request, for its session. */
export interface Client {
  address: string;
  userAgent: string | null;
  /** Reads the device cookie when called. A getter would give each object a shape of its own. */
  device?: () => Device | undefined;
}
