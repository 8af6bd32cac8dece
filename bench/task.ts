/** What a contender's process is asked to do. */
export interface Task {
  url: string;
  connections: number;
  seconds: number;
  serviceId: number;
  customers: { userId: number; accessToken: string }[];
}

/** What came of it. */
export interface Outcome {
  answered: number;
  refused: number;
  elapsedSeconds: number;
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
