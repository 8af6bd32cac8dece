export interface DemoOptions {
  customers: number;
  orders: number;
  /** The catalogue is filled up to this many services; never fewer than it has. */
  services: number;
  /** All demo customers share it, so that one can log in as any of them. */
  passwordHash: string;
  /** Told in one phrase what was just done. */
  report: (progress: string) => void;
}

/** A number for people: 1,000,000. */
export function countText(value: number): string {
  return value.toLocaleString('en-US');
}
