/** A user of a benchmark, with a session's token. */
export interface Customer {
  userId: number;
  accessToken: string;
}

/** The work of a load generator, which is a process of its own. */
export interface Task {
  /** The server's, or the database's for a load without a server. */
  url: string;
  call: Call;
  /** The maximum number of requests in flight. */
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  /** Requests per second, sent at their due times; without it each request follows a response. */
  rate?: number;
  /** Whether the outcome lists the placed orders. */
  remembers?: boolean;
  /** Continues after a connection has failed, and aborts a request after ten seconds. */
  endures?: boolean;
}

export type Call =
  | { kind: 'get'; path: string; headers?: Record<string, string> }
  | { kind: 'post'; path: string; bodies: string[] }
  | OrderCall
  | { kind: 'mixed'; serviceId: number; customers: Customer[]; logins: string[] };

export interface OrderCall {
  kind: 'order';
  serviceId: number;
  customers: Customer[];
}

export interface Outcome {
  /** During the measured time. */
  answered: number;
  elapsedSeconds: number;
  /** From the start of the measured time until the last response: the interval of the processor time. */
  answeredUntilEnd: number;
  /** Including the warm-up. */
  answeredInAll: number;
  refused: number;
  /** The first error, as text. */
  refusal?: string;
  latencyMs?: { p50: number; p99: number; worst: number };
  placed: { requestId: string; orderId: number }[];
  sent: number;
  statuses: Record<string, number>;
  /** Requests without a response within ten seconds. */
  unanswered: number;
  /** Failed connections. */
  resets: number;
  /** Acknowledged orders. */
  orders: number;
  /** Orders without a response: they may exist. */
  unsureOrders: number;
}
