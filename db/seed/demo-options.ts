export interface DemoOptions {
  customers: number;
  orders: number;
  /** The catalogue is filled up to this many services; existing ones stay. */
  services: number;
  /** The same for all demo customers, so that one can log in as any of them. */
  passwordHash: string;
  /** Receives a short phrase after each step. */
  report: (progress: string) => void;
}

/** A number for display: 1,000,000. */
export function countText(value: number): string {
  return value.toLocaleString('en-US');
}
