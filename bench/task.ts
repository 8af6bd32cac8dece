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
