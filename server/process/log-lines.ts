import { type DestinationStream, pino } from 'pino';

/** So many characters are written at once, however long the turn still lasts. */
const AT_MOST_CHARACTERS = 8 * 1024;

/** Lines that wait for the end of the turn; `flushSync` writes them now, as pino does before a process ends by an error. */
export interface LogLines extends DestinationStream {
  flushSync: () => void;
}

/**
 * Writes lines of the log at the end of each turn of the event loop, those of one turn together: one system call for all the
 * requests of a busy moment, as each costs as much as answering a small request. Only what kills the process in mid-turn, such
 * as SIGKILL, takes lines with it.
 * @param dest a file's name, or its number: 1 is the standard output
 */
export function logLines(dest: string | number): LogLines {
  const file = pino.destination({ dest, sync: true });
  let waiting = '';
  const flushSync = () => {
    const lines = waiting;
    waiting = '';
    if (lines) file.write(lines);
  };
  process.on('exit', flushSync);
  return {
    write(line) {
      if (!waiting) setImmediate(flushSync);
      waiting += line;
      if (waiting.length >= AT_MOST_CHARACTERS) flushSync();
    },
    flushSync,
  };
}
