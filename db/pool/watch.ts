/** Asks on a connection of its own whether the database answers. */
export interface Probe {
  /** Resolves to true also where the server refuses; stays open for as long as nothing is heard. */
  ask(): Promise<boolean>;
  end(): void;
}

interface WatchOptions {
  /** Whether the database owes somebody an answer. */
  isOwed: () => boolean;
  /** How much has ever been heard from it. */
  bytesHeard: () => number;
  openProbe: () => Probe;
  onAway: () => void;
  onBack: () => void;
}

/** Looks in a row at which an answer was owed and nothing at all was heard, after which the database is asked directly. */
const SILENT_LOOKS = 5;
/** Further ones, after which it is taken to be away. */
const UNANSWERED_LOOKS = 10;
const TRY_AGAIN_EVERY_MS = 500;
const TRIES_AT_A_TIME = 4;

/**
 * Finds out that the database is away although connections stand: frozen, or behind a network that swallows everything. One
 * statement that waits long, for a lock or because it has much to do, is no such sign, as the database answers others.
 *
 * `look` is to be called every 100 ms, after what has arrived was read. Silence is counted in looks and not in time, because
 * a process that was held up itself has heard nothing and knows nothing.
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
    // A question that still waits for its answer may have been asked on a dead connection.
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

  /** Each try has a new connection, and others are begun while it waits: what was swallowed never gets an answer. */
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
