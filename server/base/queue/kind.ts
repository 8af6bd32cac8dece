import type { Db, Tx } from '#db/client.ts';
import type { Topic } from '../events/event-bus.ts';

/** What follows once an outcome is committed. Its attempt is open until then. It never rejects. */
export type AfterCommit = () => void | Promise<void>;

/** Which rows a kind claims. */
export interface Ask {
  /** At most so many. */
  count: number;
  /** Only this row, due or not, if it still waits: its process ended while it was attempted. */
  only?: number;
}

/** A kind of background work: the rows of its own table, how one is attempted, and what an outcome writes. */
export interface Kind<Row extends { id: number }, Outcome> {
  /** Its name in the database. */
  name: string;
  /** Attempts at once in one process. */
  slots: number;
  /** Topics that wake it. */
  topics: readonly Topic[];
  /** Attempts alone, in which a process has ended, that set a row aside; 2 by default. */
  aloneDeaths?: number;
  /** How long a stop waits for an attempt before it is handed back; 200 ms by default. */
  patienceMs?: number;
  /** Before each look, such as to end what is over. */
  prepare?(): Promise<void>;
  /**
   * Locks due rows, with `skip locked`, and moves their due column forward beyond any attempt. It leaves out rows that `hasClaim` finds, and those whose
   * turn it is not. While everything outgoing is paused, it claims nothing.
   */
  claim(tx: Tx, ask: Ask): Promise<Row[]>;
  /** What a row is, for an admin who reads that it was set aside. */
  describe(row: Row): string;
  /** Does the work. It never rejects for something that is expected. @param signal aborts when the process stops */
  attempt(row: Row, signal: AbortSignal): Promise<Outcome>;
  /** Writes the outcome. @returns what follows after the commit */
  settle(tx: Tx, row: Row, outcome: Outcome): Promise<AfterCommit | undefined>;
  /** Makes claimed rows due again, as if they were never claimed: their process stops. */
  release(tx: Tx, rows: Row[]): Promise<void>;
  /** Writes that a row is attempted no more. */
  setAside?(tx: Tx, id: number): Promise<void>;
  /** Milliseconds until the next row is due, if the poll would be late. */
  untilDue?(db: Db): Promise<number | undefined>;
}

/** A kind of any rows. */
export type AnyKind = Kind<{ id: number }, unknown>;

/** Forgets what the rows of a kind are, which only the kind itself reads. */
export function asKind<Row extends { id: number }, Outcome>(kind: Kind<Row, Outcome>): AnyKind {
  return kind;
}
