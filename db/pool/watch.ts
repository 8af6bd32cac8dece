/** Asks on a connection of its own whether the database answers. */
export interface Probe {
  /** Resolves to true if the server answers, even with a refusal; pending until then. */
  ask(): Promise<boolean>;
  end(): void;
}

interface WatchOptions {
  /** Whether the database owes an answer. */
  isOwed: () => boolean;
  /** All bytes that it has sent. */
  bytesHeard: () => number;
  openProbe: () => Probe;
  onAway: () => void;
  onBack: () => void;
}

/** After this many silent looks in a row, while an answer is owed, the database is asked directly. */
const SILENT_LOOKS = 5;
/** After this many more it counts as away. */
const UNANSWERED_LOOKS = 10;
const TRY_AGAIN_EVERY_MS = 500;
const TRIES_AT_A_TIME = 4;

/**
 * Notices that the database is away although connections are open: it is frozen, or the network swallows everything. A single long statement
 * is no sign of that, as the database answers others.
 *
 * Call `look` every 100 ms, after arrived data was read. It counts looks and not time, because a process that was itself held up has read
 * nothing.
 */
export function createWatch({ isOwed, bytesHeard, openProbe, onAway, onBack }: WatchOptions) {
  let heard = 0;
  let silentLooks = 0;
  let isAway = false;
  let probe: Probe | undefined;
  let isAsking = false;
  let tries: Probe[] = [];
  let timer: NodeJS.Timeout | undefined;

  return {
    look() {
      if (isAway) return;
      const bytes = bytesHeard();
      if (!isOwed() || bytes !== heard) {
        heard = bytes;
        silentLooks = 0;
        return;
      }
      silentLooks++;
      if (silentLooks === SILENT_LOOKS) void ask();
      if (silentLooks === SILENT_LOOKS + UNANSWERED_LOOKS) goAway();
    },
    end() {
      clearInterval(timer);
      for (const each of tries) each.end();
      dropProbe();
    },
  };

  async function ask(): Promise<void> {
    // An earlier question without an answer may be on a dead connection.
    if (isAsking) dropProbe();
    isAsking = true;
    const asked = (probe ??= openProbe());
    const answers = await asked.ask();
    if (probe !== asked) return;
    isAsking = false;
    if (!answers) dropProbe();
    if (answers) silentLooks = 0;
    else if (silentLooks >= SILENT_LOOKS) goAway();
  }

  function dropProbe(): void {
    probe?.end();
    probe = undefined;
    isAsking = false;
  }

  function goAway(): void {
    if (isAway) return;
    isAway = true;
    dropProbe();
    onAway();
    timer = setInterval(tryAgain, TRY_AGAIN_EVERY_MS);
    timer.unref();
    tryAgain();
  }

  /** Each try uses a new connection and does not wait for the ones before: a swallowed question never gets an answer. */
  function tryAgain(): void {
    const next = openProbe();
    tries.push(next);
    if (tries.length > TRIES_AT_A_TIME) tries.shift()?.end();
    void next.ask().then((answers) => {
      if (answers && isAway) comeBack();
    });
  }

  function comeBack(): void {
    clearInterval(timer);
    for (const each of tries) each.end();
    tries = [];
    isAway = false;
    silentLooks = 0;
    onBack();
  }
}
