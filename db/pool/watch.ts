/** Checks on a connection of its own whether the database responds. */
export interface Probe {
  /** Resolves to true if the server responds, even with an error; pending until then. */
  ask(): Promise<boolean>;
  end(): void;
}

interface WatchOptions {
  /** Whether a response is due. */
  isOwed: () => boolean;
  /** All bytes received. */
  bytesReceived: () => number;
  openProbe: () => Probe;
  onAway: () => void;
  onBack: () => void;
}

/** After this many silent looks in a row, while a response is due, the database is probed. */
const SILENT_LOOKS = 5;
/** After this many more looks it counts as unavailable. */
const UNANSWERED_LOOKS = 10;
const TRY_AGAIN_EVERY_MS = 500;
const TRIES_AT_A_TIME = 4;

/**
 * Detects that the database is unavailable although connections are open: it is frozen, or the network drops all packets. A single long
 * statement is no sign of that, because the database responds to others.
 *
 * Call `look` every 100 ms, after received data was read. It counts looks and not time, because a process that was itself suspended has
 * read nothing.
 */
export function createWatch({ isOwed, bytesReceived, openProbe, onAway, onBack }: WatchOptions) {
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
      const bytes = bytesReceived();
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
    // An earlier probe without a response may be on a dead connection.
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

  /** Each try uses a new connection and does not wait for earlier ones: a lost probe never gets a response. */
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
