/** Who orders in a benchmark, and with which token. */
export interface Customer {
  userId: number;
  accessToken: string;
}

/** What a driver, a process of its own, is asked to keep doing for so long. */
export interface Task {
  /** Of the server, or of the database where it is driven straight. */
  url: string;
  /** What is asked for. */
  call: Call;
  /** How much is asked at once. */
  connections: number;
  seconds: number;
  /** Before the measuring begins. */
  warmUpSeconds: number;
  /** What each is to be answered, 200 without it; anything else is a refusal. */
  status?: number;
  /** Requests a second, sent when they are due whatever became of those before; without it each follows an answer. */
  rate?: number;
  /**
   * Whether the load is never to sleep while it measures. In a virtual machine an answer to one that sleeps costs the server the
   * interrupt that wakes it, some 35 µs, which whoever answers so quickly that the load is always busy does not pay.
   */
  awake?: boolean;
  /** Whether the outcome is to name what was placed. */
  remembers?: boolean;
}

export type Call =
  | { kind: 'get'; path: string; headers?: Record<string, string> }
  | { kind: 'post'; path: string; bodies: string[] }
  | { kind: 'order'; serviceId: number; customers: Customer[]; statement: string };

/** What came of it. */
export interface Outcome {
  /** While it was measured. */
  answered: number;
  elapsedSeconds: number;
  /** From the beginning of the measuring until nothing was under way any more, which is what processor time is read for. */
  answeredUntilEnd: number;
  /** With what was answered before, so that it can be counted in the database. */
  answeredInAll: number;
  refused: number;
  /** The first refusal, for people. */
  refusal?: string;
  latencyMs?: { p50: number; p99: number; worst: number };
  placed?: { requestId: string; orderId: number }[];
}

/** So many clients, each from an address of its own, guess at passwords for so long. */
export interface FloodTask {
  url: string;
  clients: number;
  seconds: number;
}

/** How long each took that was judged, or refused as busy, and how many were answered otherwise or not at all. */
export interface FloodOutcome {
  comparedMs: number[];
  refusedMs: number[];
  others: number;
}

/** Reads, orders and logins, mixed. */
export interface MixedTask {
  url: string;
  serviceId: number;
  customers: Customer[];
  /** Bodies of logins. */
  logins: string[];
  seconds: number;
  /** How much is asked at once, where there is no rate. */
  connections: number;
  /** Requests a second, sent when they are due even if earlier ones still wait. */
  rate?: number;
}

export interface MixedOutcome {
  sent: number;
  /** How often each was answered. */
  statuses: Partial<Record<number, number>>;
  /** After ten seconds. */
  unanswered: number;
  /** Connections that ended instead of answering, or could not be made. */
  resets: number;
  /** Acknowledged. */
  orders: number;
  /** Without an answer, so that they may be there or not. */
  ordersUnsure: number;
  /** How long each took that was answered with 200. */
  goodMs: number[];
  /** Answers with 200 a second, while requests were sent. */
  goodRate: number;
  /** Requests a second. */
  sentRate: number;
}
