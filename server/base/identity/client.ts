import type { Device } from './devices.ts';

/** The origin of a request, for its session. */
export interface Client {
  address: string;
  userAgent: string | null;
  /** A function: it reads the device cookie on demand. A getter would give each object its own hidden class. */
  device?: () => Device | undefined;
}
